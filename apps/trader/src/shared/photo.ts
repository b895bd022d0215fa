/** The longer side of what is sent: an ID or a receipt is well read at this. */
const sideMax = 2_400;
const quality = 0.86;

/**
 * A photo as it is sent: turned upright, made smaller, and without what the camera wrote beside the
 * picture. Null where the browser cannot read it as a picture.
 */
export async function preparePhoto(file: Blob): Promise<Blob | null> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const { width, height } = fitted(picture.width, picture.height);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
    picture.close();
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  } catch {
    return null;
  }
}

/** The same shape, its longer side no longer than what is sent. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const share = Math.min(1, sideMax / Math.max(width, height));
  return { width: Math.round(width * share), height: Math.round(height * share) };
}
