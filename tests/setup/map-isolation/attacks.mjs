/**
 * What a map's page tries, to read another map. Each attack takes the address of a map with the slash at its end, and returns what it
 * could read there. The page that imports this file runs all of them when its button is pressed, and shows the results as JSON.
 */
const LIMIT_MS = 15_000;
const LOOK_AGAIN_MS = 20;

/** Returns what `look` returns as soon as that is not empty, or "" after the limit. */
async function poll(look) {
  const end = performance.now() + LIMIT_MS;
  while (performance.now() < end) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  return "";
}

/** Puts an element into the page. Resolves when it has loaded, or can't be loaded. */
function load(element) {
  return new Promise((resolve) => {
    element.onload = resolve;
    element.onerror = resolve;
    document.body.append(element);
  });
}

async function readByFetch(address) {
  return (await fetch(`${address}secret.txt`, { credentials: "include" })).text();
}

async function readWithoutCors(address) {
  return (await fetch(`${address}secret.txt`, { credentials: "include", mode: "no-cors" })).text();
}

async function readAsScript(address) {
  window.stolen = "";
  await load(Object.assign(document.createElement("script"), { src: `${address}secret.js` }));
  return window.stolen;
}

async function openFrame(address) {
  const frame = Object.assign(document.createElement("iframe"), { src: address });
  await load(frame);
  return frame;
}

async function readFrame(address) {
  return (await openFrame(address)).contentWindow.document.body.textContent;
}

async function readStorageOfFrame(address) {
  return JSON.stringify((await openFrame(address)).contentWindow.localStorage);
}

async function readImage(address, crossOrigin) {
  const image = Object.assign(new Image(), { crossOrigin, src: `${address}secret.svg` });
  await load(image);
  const pen = document.createElement("canvas").getContext("2d");
  pen.drawImage(image, 0, 0);
  return pen.getImageData(1, 1, 1, 1).data.join();
}

async function readPopup(address) {
  const popup = window.open(address);
  if (!popup) throw new Error("No window opened.");
  const isLoaded = () => popup.location.href !== "about:blank" && popup.document.readyState === "complete";
  try {
    // Reading its address throws as soon as a page of another origin is there.
    return await poll(() => isLoaded() && popup.document.body.textContent);
  } finally {
    popup.close();
  }
}

const attacks = {
  fetch: readByFetch,
  "fetch without CORS": readWithoutCors,
  script: readAsScript,
  iframe: readFrame,
  "storage of an iframe": readStorageOfFrame,
  "image to canvas": (address) => readImage(address, null),
  "image with credentials to canvas": (address) => readImage(address, "use-credentials"),
  popup: readPopup,
};

/** What the page's own origin holds. */
async function readStorage() {
  const databases = (await indexedDB.databases()).map(({ name }) => name);
  return JSON.stringify({ localStorage, sessionStorage, databases, caches: await caches.keys() });
}

async function readCookies() {
  const stored = await cookieStore.getAll();
  return JSON.stringify([document.cookie, stored.map(({ name, value }) => [name, value])]);
}

/** Sets the product's cookies for this host and for each domain above it. */
function plantCookies() {
  const labels = location.hostname.split(".");
  const domains = ["", ...labels.map((_, index) => `; domain=${labels.slice(index).join(".")}`)];
  for (const name of ["sea-vision.map", "sea-vision.session"].flatMap((one) => [one, `__Host-${one}`])) {
    // biome-ignore lint/suspicious/noDocumentCookie: it is an attack
    for (const domain of domains) document.cookie = `${name}=planted; path=/; secure${domain}`;
  }
}

/** Registers a worker for this map, and for all maps of the origin. @returns how many were registered, and how many are left */
async function registerWorkers() {
  const scopes = ["./", "/projects/maps/", "/"];
  const registering = scopes.map((scope) => navigator.serviceWorker.register("worker.js", { scope }));
  const registered = (await Promise.allSettled(registering)).filter(({ status }) => status === "fulfilled").length;
  const count = async () => (await navigator.serviceWorker.getRegistrations()).length;
  await poll(async () => (await count()) === 0);
  return { registered, left: await count() };
}

async function attackAll(addresses) {
  const results = [];
  for (const address of addresses) {
    for (const [attack, read] of Object.entries(attacks)) {
      const seen = await read(address).catch((error) => String(error));
      results.push({ attack, address, seen });
    }
  }
  return results;
}

async function attack() {
  const targets = await (await fetch("targets.json")).json();
  const own = new URL(".", location.href).href;
  const onOwnOrigin = new URL(targets.path, location.href).href;
  const result = {
    own: await attackAll([own]),
    other: await attackAll([...targets.addresses, onOwnOrigin]),
    storage: await readStorage(),
    cookies: await readCookies(),
    workers: await registerWorkers(),
  };
  plantCookies();
  return result;
}

const button = document.querySelector("button");
button.addEventListener("click", async () => {
  document.querySelector("output").textContent = await attack().then(JSON.stringify, (error) => `The attacks failed: ${error}`);
});
button.disabled = false;
