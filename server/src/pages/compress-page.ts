import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'

/**
 * Opens the compression of rendered pages, each of which is sent once. One at a time: during a compression, other pages are sent
 * uncompressed, because the books need the other processor cores more.
 */
export function openPageCompression() {
  let isBusy = false
  return async (html: string, wanted: Encoding): Promise<{ bytes: Buffer; encoding: Encoding }> => {
    const bytes = Buffer.from(html)
    if (wanted === 'identity' || isBusy) return { bytes, encoding: 'identity' }
    isBusy = true
    try {
      return { bytes: await (wanted === 'br' ? brotli(bytes) : promisify(gzip)(bytes)), encoding: wanted }
    } finally {
      isBusy = false
    }
  }
}

/** Quality 5 of 11: a page that is sent once is not worth more time. */
function brotli(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}
