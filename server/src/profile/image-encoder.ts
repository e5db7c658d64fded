import { avatarRules } from '@bank/contract/profile/avatar'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { openTurns } from '../passwords/turns.ts'
import { Refusal } from '../refusal.ts'
import { endOfPicture } from './image-end.ts'

/** A picture as it is kept: square, `image/webp`, with nothing in it but what is seen. */
export type Picture = { readonly bytes: Buffer; readonly type: 'image/webp' }

/**
 * Draws what somebody has sent anew. Refuses with `image_unreadable` what is not exactly a PNG or a JPEG, whatever it
 * calls itself, and with `busy` when too many wait.
 */
export type PictureReader = (sent: Uint8Array) => Promise<Picture>

/** Pixels along each side: 150 on the screen, and twice that for fine screens. */
const side = 300
// What a telephone takes.
const pixelsMax = 25_000_000
// Its pixels may all be in memory at once. A telephone's never take more; those of a file of 200 kB can be made to take
// twice as much.
const bytesReadMax = 100_000_000
const secondsMax = 5
const atOnceMax = 2
const waitingMax = 16

export function openPictureReader(): PictureReader {
  // One thread for each picture and nothing remembered: a picture is read once.
  sharp.concurrency(1)
  sharp.cache(false)
  // The library reads far more than pictures of people; here it cannot.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] })
  const takeTurn = openTurns({ atOnceMax, waitingMax })

  return async (sent) => {
    const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
    const type = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
    const isAlone = isPictureType(type) && endOfPicture(bytes, type) === bytes.length
    if (!isAlone) throw new Refusal('image_unreadable')
    return { bytes: await takeTurn(() => drawAnew(bytes)), type: 'image/webp' }
  }
}

function isPictureType(type: string | undefined): type is (typeof avatarRules.types)[number] {
  return avatarRules.types.some((allowed) => allowed === type)
}

/** The middle of the picture, the right way up. The library carries nothing else over: no place, no name, no camera. */
async function drawAnew(bytes: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'warning' })
    const { width, height, channels, depth } = await picture.metadata()
    const bytesRead = width * height * channels * (depth === 'uchar' ? 1 : 2)
    if (bytesRead > bytesReadMax) throw new Refusal('image_unreadable')
    return await picture
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: secondsMax })
      .toBuffer()
  } catch {
    // Broken, too large, or too slow to be a picture of somebody.
    throw new Refusal('image_unreadable')
  }
}
