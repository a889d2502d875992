const world = L.latLngBounds([-85.05, -180], [85.05, 180]);
const light = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day";
const deepestDrawn = 4;
const deepest = 7;

const map = L.map("map", { preferCanvas: true, zoomControl: false, maxBounds: world, maxBoundsViscosity: 1, attributionControl: false });

/** Returns the smallest zoom level at which the world fills the window, so that no blank area shows. */
function smallestZoom() {
  const { x, y } = map.getSize();
  return Math.min(deepestDrawn, Math.max(1, Math.ceil(Math.log2(Math.max(x, y) / 256))));
}

/** Formats degrees and decimal minutes as in a ship's log: 53° 32.5′ N. */
function toAngle(degrees, digits, [positive, negative]) {
  const minutes = Math.round(Math.abs(degrees) * 600);
  const whole = String(Math.floor(minutes / 600)).padStart(digits, "0");
  const rest = ((minutes % 600) / 10).toFixed(1).padStart(4, "0");
  return `${whole}° ${rest}′ ${degrees < 0 ? negative : positive}`;
}

function toPosition({ lat, lng }) {
  return `${toAngle(lat, 2, "NS")}  ${toAngle(lng, 3, "EW")}`;
}

function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function addPosition() {
  const control = L.control({ position: "bottomright" });
  const box = element("output", "");
  box.className = "position";
  box.setAttribute("aria-label", "Position");
  control.onAdd = () => box;
  control.addTo(map);
  const show = (at) => {
    box.textContent = toPosition(at);
  };
  map.on("mousemove", (event) => show(event.latlng));
  // Without a mouse, and after panning by keyboard, it shows the center of the map.
  map.on("moveend", () => show(map.getCenter()));
  show(map.getCenter());
}

function fillLegend(palette) {
  for (const swatch of document.querySelectorAll("[data-tones]")) {
    swatch.style.background = `linear-gradient(90deg, ${palette[swatch.dataset.tones].join(", ")})`;
  }
  for (const line of document.querySelectorAll("[data-tone]")) line.style.borderColor = palette[line.dataset.tone];
  document.getElementById("legend").open = matchMedia("(min-width: 900px) and (min-height: 560px)").matches;
}

function makeSeaNames(seas) {
  const group = L.layerGroup();
  const labels = seas.map(({ name, at, from, ocean }) => {
    const icon = L.divIcon({ className: ocean ? "sea-name ocean" : "sea-name", html: element("span", name), iconSize: null });
    return { from, marker: L.marker(at, { icon, interactive: false, keyboard: false }) };
  });
  const choose = () => {
    for (const { from, marker } of labels) {
      if (map.getZoom() >= from) group.addLayer(marker);
      else group.removeLayer(marker);
    }
  };
  map.on("zoomend", choose);
  choose();
  return group;
}

function makeCountries(countries, palette) {
  // Beyond the deepest tiles the outlines stay sharp.
  const resting = () => ({ stroke: map.getZoom() > deepestDrawn, color: palette.coast, weight: 1, opacity: 0.8, fillOpacity: 0 });
  const pointedAt = { stroke: true, color: "#14b8a6", weight: 2, opacity: 1, fillColor: "#14b8a6", fillOpacity: 0.25 };

  const describe = ({ name, area }, at) => {
    const box = document.createElement("div");
    const about = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 }).format(area);
    box.append(element("h2", name), element("p", `About ${about} km² on this chart`), element("p", toPosition(at)));
    return box;
  };

  const layer = L.geoJSON(countries, {
    style: resting,
    onEachFeature: ({ properties }, country) => {
      country.bindTooltip(properties.name, { sticky: true, direction: "top", offset: [0, -6] });
      country.on("mouseover", () => country.setStyle(pointedAt).bringToFront());
      country.on("mouseout", () => layer.resetStyle(country));
      country.on("click", (event) => {
        country.closeTooltip();
        L.popup().setLatLng(event.latlng).setContent(describe(properties, event.latlng)).openOn(map);
      });
    },
  });
  map.on("zoomend", () => layer.setStyle(resting()));
  return layer;
}

async function read(file) {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer.json();
}

async function start() {
  map.setView([24, 8], smallestZoom());
  map.setMinZoom(smallestZoom());
  map.on("resize", () => map.setMinZoom(smallestZoom()));

  L.tileLayer("tiles/{light}/{z}/{x}/{y}.png", {
    light,
    maxNativeZoom: deepestDrawn,
    maxZoom: deepest,
    noWrap: true,
    bounds: world,
  }).addTo(map);
  L.control.zoom({ position: "topright" }).addTo(map);
  L.control.attribution({ prefix: false }).addAttribution("Leaflet · shapes: Natural Earth").addTo(map);
  addPosition();
  L.control.scale({ position: "bottomright", imperial: false, maxWidth: 140 }).addTo(map);

  const palette = (await read("palette.json"))[light];
  fillLegend(palette);
  const seas = makeSeaNames(await read("seas.json")).addTo(map);
  const countries = makeCountries(await read("data/countries.geojson"), palette).addTo(map);
  L.control.layers({}, { Countries: countries, "Sea names": seas }, { position: "topright" }).addTo(map);
}

start().catch(() => {
  document.getElementById("failure").hidden = false;
});
