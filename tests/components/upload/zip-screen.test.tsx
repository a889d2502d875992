import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../setup/api";
import { expectGoodEverywhere } from "../setup/appearance";
import { smallZip } from "./small-zip";
import * as zip from "./zip-upload";

const DIRECT = "/upload-zip-direct";
const GIBIBYTE = 1024 ** 3;

afterEach(() => vi.unstubAllGlobals());

/** A file that says it is larger than it is. */
function ofSize(size: number): File {
  return Object.defineProperty(zip.fileOf("PK"), "size", { value: size });
}

/** Chooses a file with the chooser that returns handles. */
async function choose(file: File): Promise<void> {
  vi.stubGlobal("showOpenFilePicker", () => Promise.resolve([{ getFile: () => Promise.resolve(file) }]));
  await page.getByRole("button", { name: "Choose ZIP File", exact: true }).click();
}

const site = { name: "index.html", size: 9 };
const refused: { name: string; file: () => File; message: string | RegExp }[] = [
  { name: "another kind of file", file: () => zip.fileOf("Rar!", "harbour.rar"), message: "Please select a valid ZIP file" },
  {
    name: "a file of 100 GB and a byte",
    file: () => ofSize(100 * GIBIBYTE + 1),
    message: "ZIP file is too large. Maximum size is 100GB",
  },
  {
    name: "a file that is not a ZIP archive",
    file: () => zip.fileOf("not at all a ZIP archive"),
    message: "This file is not a ZIP archive.",
  },
  { name: "an empty ZIP", file: () => zip.fileOf(smallZip([])), message: "The ZIP archive contains no files." },
  {
    name: "a ZIP cut short",
    file: () => zip.fileOf(smallZip([{ ...site, size: 500 }]).slice(0, 400)),
    message: "The ZIP archive is incomplete: its end is missing. Please create or upload it again.",
  },
  {
    name: "a ZIP with a password",
    file: () => zip.fileOf(smallZip([{ ...site, flags: 1 }])),
    message: '"index.html" is encrypted. Please create the ZIP archive without a password.',
  },
  {
    name: "a symbolic link",
    file: () => zip.fileOf(smallZip([site, { name: "passwords", size: 11, mode: 0o120777 }])),
    message: '"passwords" is a symbolic link. Please put the file itself into the ZIP archive.',
  },
  {
    name: "BZIP2 compression",
    file: () => zip.fileOf(smallZip([{ ...site, method: 12 }])),
    message: /"index.html" is compressed with BZIP2\./,
  },
  {
    name: "a path out of the archive",
    file: () => zip.fileOf(smallZip([{ name: "../index.html" }])),
    message: '"../index.html" points outside the ZIP archive ("..").',
  },
  {
    name: "one path twice",
    file: () => zip.fileOf(smallZip([site, site])),
    message: '"index.html" is in the ZIP archive more than once.',
  },
];

/** Without an answer for uploads, a test fails when it sends a byte. */
describe("the ZIP upload", () => {
  it("rejects each kind of invalid archive before it sends a byte", async () => {
    await zip.openZipUpload("Refused");
    for (const { name, file, message } of refused) {
      await choose(file());
      await expect.element(zip.error(), { message: name }).toHaveTextContent(message);
      await expect.element(zip.dropZone()).toBeVisible();
    }
  });

  it("rejects several files at once, and holds files that are dropped elsewhere", async () => {
    await zip.openZipUpload("Several");
    zip.drop(zip.fileOf("PK", "a.zip"), zip.fileOf("PK", "b.zip"));
    await expect.element(zip.error()).toHaveTextContent("File restriction failed: only one ZIP file can be uploaded at a time");
    // Without a handler, the browser would open files dropped outside of the zone.
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(zip.siteZip());
    const heading = page.getByRole("heading", { name: "Upload ZIP" }).element();
    expect(heading.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }))).toBe(false);
  });

  it("shows how names without an encoding are decoded, and sends the encoding that the admin chooses", async () => {
    let sent: unknown = null;
    answer(
      http.get("/extraction-progress/names", () => HttpResponse.json({ message: "There is no import." }, { status: 404 })),
      http.post(DIRECT, async ({ request }) => {
        sent = (await request.formData()).get("nameEncoding");
        return HttpResponse.json({ success: false, message: "Taken." }, { status: 409 });
      }),
    );
    await zip.openZipUpload("Names");
    await zip.selectMethod("Direct Upload");
    await choose(zip.siteZip());
    await expect.element(zip.uploadButton()).toBeVisible();
    const names = page.getByRole("region", { name: "Names in this ZIP" });
    await expect.element(names).not.toBeInTheDocument();

    // "Málaga.js" in windows-1252.
    const malaga = Uint8Array.from([0x4d, 0xe1, 0x6c, 0x61, 0x67, 0x61, 0x2e, 0x6a, 0x73]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await choose(zip.fileOf(smallZip([site, { name: malaga }])));
    await expect.element(names.getByRole("listitem")).toHaveTextContent("Mßlaga.js");
    await names.getByRole("combobox").click();
    await page.getByRole("option", { name: "Western European (Windows-1252): Málaga.js" }).click();
    await expect.element(names.getByRole("listitem")).toHaveTextContent("Málaga.js");
    await expect.element(names.getByRole("combobox")).toHaveTextContent("Western European (Windows-1252): Málaga.js");
    await zip.uploadButton().click();
    await expect.poll(() => sent).toBe("windows-1252");
  });

  it("needs a name that no other project has", async () => {
    await zip.renderProjects("create");
    await page.getByLabelText("Project Name").fill("");
    await zip.renderProjects("zip-upload");
    await choose(zip.siteZip());
    await zip.uploadButton().click();
    await expect.element(zip.error()).toHaveTextContent("Please provide a project name before uploading");

    await page.getByRole("button", { name: "Enter Project Name" }).click();
    const name = page.getByLabelText("Project Name");
    const next = page.getByRole("button", { name: "Continue", exact: true });
    zip.answerNames(true);
    await name.fill("SEA CHART");
    await next.click();
    await expect.element(page.getByText("A project with this name already exists. Please choose a different name.")).toBeVisible();

    answer(http.get("/api/project/check-name/:name", () => HttpResponse.json({ message: "Too many." }, { status: 429 })));
    await name.fill("Named");
    await next.click();
    await expect.element(page.getByText("Failed to validate project name. Please try again.")).toBeVisible();
  });

  it("says that the import may still finish when its progress takes longer than 30 minutes", async () => {
    answer(
      http.get("/extraction-progress/slow", () => HttpResponse.json({ message: "There is no import." }, { status: 404 }), { once: true }),
      http.get("/extraction-progress/slow", () => HttpResponse.json(zip.extracting({ safeName: "slow" }))),
      http.post(DIRECT, () => HttpResponse.json({ success: true, safeName: "slow" })),
    );
    await zip.openZipUpload("Slow");
    await zip.selectMethod("Direct Upload");
    await choose(zip.siteZip());
    await zip.uploadButton().click();
    await expect.element(page.getByRole("main").getByText("40%")).toBeVisible();
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + 1_800_000);
    await expect.element(page.getByRole("heading", { name: "Slow may still be published" })).toBeVisible();
    await expect.element(zip.error()).toHaveTextContent("Extraction timeout. Please check the projects list manually.");
    await expect.element(page.getByText("Slow was not published")).not.toBeInTheDocument();
  });
});

/** Uploads a file, and waits until the screen is ready for the next one after the failure. */
async function expectFailure(message: string | RegExp): Promise<void> {
  await choose(zip.siteZip());
  await zip.uploadButton().click();
  await expect.element(zip.error()).toHaveTextContent(message);
  await vi.advanceTimersByTimeAsync(3_000);
  await expect.element(zip.dropZone()).toBeVisible();
}

describe("a failed upload of a ZIP file", () => {
  it("is reported, and the screen is ready for the next upload", async () => {
    answer(http.get("/extraction-progress/failure", () => HttpResponse.json({ message: "There is no import." }, { status: 404 })));
    await zip.openZipUpload("Failure");
    await zip.selectMethod("Direct Upload");
    await choose(ofSize(50 * GIBIBYTE + 1));
    await expect.element(zip.error()).toHaveTextContent("ZIP file is too large. Maximum size is 50GB");

    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer(http.post(DIRECT, () => HttpResponse.json({ success: false, message: "No name.", error: "No name." }, { status: 400 })));
    await expectFailure("Upload failed: No name.");
    answer(http.post(DIRECT, () => HttpResponse.error()));
    await expectFailure("Upload failed due to network error");
    vi.stubGlobal("XMLHttpRequest", () => {
      throw new Error("There are no requests today.");
    });
    await expectFailure("Failed to initialize ZIP upload");
    vi.unstubAllGlobals();
    await zip.selectMethod("TUS Upload");
    vi.spyOn(window, "setInterval").mockImplementationOnce(() => {
      throw new Error("There is no time.");
    });
    await expectFailure("Failed to initialize TUS ZIP upload");
  });

  it.each([
    ["Direct Upload", DIRECT, 409],
    ["Direct Upload", DIRECT, 413],
    ["Direct Upload", DIRECT, 503],
    ["TUS Upload", "/files/", 409],
    ["TUS Upload", "/files/", 413],
  ] as const)(
    "keeps the chosen file when a %s to %s is refused with %d, for a taken name or lack of space",
    async (method, path, status) => {
      answer(
        http.get("/extraction-progress/failure", () => HttpResponse.json({ message: "There is no import." }, { status: 404 })),
        http.post(path, () => HttpResponse.json({ success: false, message: "Not now.", error: "Not now." }, { status })),
      );
      await zip.openZipUpload("Failure");
      await zip.selectMethod(method);
      await choose(zip.siteZip());
      await zip.uploadButton().click();
      await expect.element(zip.error()).toHaveTextContent("Not now.");
      await expect.element(zip.uploadButton()).toBeVisible();
      await expect.element(page.getByRole("heading", { name: "harbour.zip" })).toBeVisible();
    },
  );

  it("is reported when the server's answer can't be read and no import has begun", async () => {
    answer(
      http.get("/extraction-progress/unread", () => HttpResponse.json({ message: "There is no import." }, { status: 404 })),
      http.post(DIRECT, () => new HttpResponse("<html></html>", { headers: { "Content-Type": "text/html" } })),
    );
    await zip.openZipUpload("Unread");
    await zip.selectMethod("Direct Upload");
    await choose(zip.siteZip());
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await zip.uploadButton().click();
    await expect.element(page.getByText("The connection was lost before the server answered.")).toBeVisible();
    for (let look = 0; look < 5; look += 1) await vi.advanceTimersByTimeAsync(2_000);
    await expect.element(zip.error()).toHaveTextContent("Invalid server response");
    await vi.advanceTimersByTimeAsync(3_000);
    await expect.element(zip.dropZone()).toBeVisible();
  });
});

describe("a ZIP without an index.html", () => {
  it("offers its pages, and publishes the map with the chosen one", async () => {
    await zip.openZipUpload("Tiles");
    await choose(zip.fileOf(smallZip(["leaflet.html", "openlayers.html"].map((name) => ({ name })))));
    const startPage = page.getByRole("combobox", { name: "Start Page" });
    await expect.element(startPage).toHaveTextContent("leaflet.html");
    await expectGoodEverywhere("the choice of a start page");
    await startPage.click();
    await page.getByRole("option", { name: "openlayers.html" }).click();
    await expect.element(startPage).toHaveTextContent("openlayers.html");
    await zip.selectMethod("Direct Upload");
    let sent: FormDataEntryValue | null = null;
    answer(
      http.get("/extraction-progress/tiles", () => HttpResponse.json({ message: "There is no import." }, { status: 404 })),
      http.post(DIRECT, async ({ request }) => {
        sent = (await request.formData()).get("startPage");
        return HttpResponse.json({ success: false, message: "The storage is full." }, { status: 409 });
      }),
    );
    await zip.uploadButton().click();
    await expect.element(zip.error()).toHaveTextContent("The storage is full.");
    expect(sent).toBe("openlayers.html");
  });

  it("names its only page, and needs no choice", async () => {
    await zip.openZipUpload("Map");
    await choose(zip.fileOf(smallZip([{ name: "my_map.html" }])));
    await expect.element(page.getByText("my_map.html", { exact: true })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Upload ZIP", exact: true })).toBeVisible();
  });
});
