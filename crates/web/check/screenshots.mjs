// Takes pictures of the page.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const MANY = ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "01BX5ZZKBKACTAV9WEVGEMMVRZ", "0372ijojuxuhjsfkeryi2mrtm", "05TTUP1HNCPNH30VEK64KDQT9BSNU4C4", "no ID", "0u2pf62ji4b9", "00CMXB6TB2CJA"];

/** Each picture: its name, width, theme and input. */
const PICTURES = [
  ["light", 900, "light", "0372ijojuxuhjsfkeryi2mrtm"],
  ["dark", 900, "dark", "01563e3ab5d3d6764c61efb99302bd5b"],
  ["phone", 375, "light", "05TTUP1HNCPNH30VEK64KDQT9BSNU4C4"],
  ["phone-dark", 375, "dark", "00CMXB6TB2CJA"],
  ["many", 900, "light", MANY.join("\n")],
  ["many-phone", 375, "dark", MANY.join("\n")],
];

export async function shoot(page, directory) {
  mkdirSync(directory, { recursive: true });
  for (const [name, width, theme, text] of PICTURES) {
    const resize = (height) => page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await page.send("Emulation.setScrollbarsHidden", { hidden: true });
    await resize(600);
    await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
    await page.run(`inside.paste(${JSON.stringify(text)})`);
    // The picture shows the whole page.
    await resize(await page.run("document.documentElement.scrollHeight"));
    await page.run("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    const { data } = await page.send("Page.captureScreenshot", { format: "webp", quality: 75 });
    writeFileSync(join(directory, `${name}.webp`), Buffer.from(data, "base64"));
  }
}
