import { avatarRules } from '@bank/contract/profile/avatar'
import type Sharp from 'sharp'
import { openLimiter } from '../limiter.ts'
import { Refusal } from '../refusal.ts'
import { findImageEnd } from './image-end.ts'

/** A square picture in WebP without metadata. */
export type EncodedImage = { readonly bytes: Buffer; readonly type: 'image/webp' }

/**
 * Re-encodes an uploaded image. Throws `image_unreadable` for bytes that are not exactly a PNG or a JPEG, whatever their declared
 * type, and `busy` when too many images wait.
 */
export type ImageEncoder = (upload: Uint8Array) => Promise<EncodedImage>

/** Pixels along each side: 150 on the screen, twice that for high-density screens. */
const side = 300
// A phone's camera.
const pixelsMax = 25_000_000
// The decoded pixels may all be in memory at once. A phone's picture never takes more; a crafted file of 200 kB could take
// twice as much.
const decodedBytesMax = 100_000_000
const secondsMax = 5
const atOnceMax = 2
const waitingMax = 16

export function openImageEncoder(): ImageEncoder {
  const limited = openLimiter({ atOnceMax, waitingMax })
  let libraries: ReturnType<typeof loadLibraries> | undefined

  return async (upload) => {
    libraries ??= loadLibraries()
    const { sharp, fileTypeFromBuffer } = await libraries
    const bytes = Buffer.from(upload.buffer, upload.byteOffset, upload.byteLength)
    const type = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
    const isExact = isImageType(type) && findImageEnd(bytes, type) === bytes.length
    if (!isExact) throw new Refusal('image_unreadable')
    return { bytes: await limited('encode', () => reencode(bytes, sharp)), type: 'image/webp' }
  }
}

/** Loads the libraries, which few processes need, with the first image: they are a sixth of the modules and native code. */
async function loadLibraries() {
  const [{ default: sharp }, { fileTypeFromBuffer }] = await Promise.all([
    import('sharp'),
    import('file-type'),
  ])
  // One thread for each image and no cache: an image is read once.
  sharp.concurrency(1)
  sharp.cache(false)
  // The library reads many more formats; these two are all that it may read here.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] })
  return { sharp, fileTypeFromBuffer }
}

function isImageType(type: string | undefined): type is (typeof avatarRules.types)[number] {
  return avatarRules.types.some((allowed) => allowed === type)
}

/** Crops the image to its middle and rotates it upright. The library copies no metadata such as place, name or camera. */
async function reencode(bytes: Buffer, sharp: typeof Sharp): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'warning' })
    const { width, height, channels, depth } = await image.metadata()
    const decodedBytes = width * height * channels * (depth === 'uchar' ? 1 : 2)
    if (decodedBytes > decodedBytesMax) throw new Refusal('image_unreadable')
    return await image
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: secondsMax })
      .toBuffer()
  } catch {
    // Broken, too large or too slow to decode.
    throw new Refusal('image_unreadable')
  }
}
