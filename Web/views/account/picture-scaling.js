import { NotAPicture } from '../../api/own-account.js';
import { element } from '../../dom/element.js';

/** The longest side of a picture in pixels; it's never shown larger. */
const side = 256;

/**
 * Crops a picture to the square in its middle and scales it down. Encoding it again drops the
 * camera's metadata.
 *
 * @param {Blob} file @returns {Promise<Blob>}
 */
export async function smallPicture(file) {
  const image = await createImageBitmap(file).catch(() => {
    throw new NotAPicture();
  });
  const from = Math.min(image.width, image.height);
  const to = Math.min(side, from);
  const canvas = element('canvas', { width: to, height: to });
  const pen = canvas.getContext('2d');
  if (!pen) throw new NotAPicture();
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, to, to);
  pen.drawImage(
    image,
    (image.width - from) / 2,
    (image.height - from) / 2,
    from,
    from,
    0,
    0,
    to,
    to,
  );
  image.close();
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new NotAPicture())), 'image/jpeg', 0.85),
  );
}
