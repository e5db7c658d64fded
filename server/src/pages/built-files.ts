import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A file that is kept in memory, such as one of the built web app. */
export type BuiltFile = {
  readonly type: string
  readonly etag: string
  readonly cacheControl: string
  /** Its bytes in the best of the encodings a browser accepts. */
  readonly encoded: (accepted: string) => Promise<Encoded>
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const alreadySmall = new Set(['.ico', '.png', '.woff2'])

/** Reads the built web app, by the path each file is asked for. Empty when it has not been built. */
export function readBuiltFiles(directory: string): Map<string, BuiltFile> {
  const files = new Set(filesIn(directory))
  return new Map(
    [...files].flatMap((file) => {
      const path = `/${relative(directory, file).split(sep).join('/')}`
      // What draws pages is the server's own, and what the build has made small stands for the file itself.
      if (path.startsWith('/renderer/') || path.endsWith('.br')) return []
      const small = files.has(`${file}.br`) ? readFileSync(`${file}.br`) : undefined
      return [[path, builtFile(path, readFileSync(file), small)] as const]
    }),
  )
}

function filesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

function builtFile(path: string, bytes: Buffer, small: Buffer | undefined): BuiltFile {
  return keptFile(bytes, {
    extension: extname(path),
    small,
    // The build names what it makes after its contents, so it never changes under its name.
    cacheControl: path.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
  })
}

/** A file to be sent over and over: named by its contents, and made small once, when it is first asked for, unless it is `small` already. */
export function keptFile(
  bytes: Buffer,
  { extension, cacheControl, small }: { extension: string; cacheControl: string; small?: Buffer | undefined },
): BuiltFile {
  const mayShrink = !alreadySmall.has(extension)
  const best = once(async () => small ?? (await shrinkBrotli(bytes, 9)))
  const zipped = once(() => shrinkGzip(bytes))
  return {
    type: types[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    cacheControl,
    async encoded(accepted) {
      if (mayShrink && /\bbr\b/.test(accepted)) return { bytes: await best(), encoding: 'br' }
      if (mayShrink && /\bgzip\b/.test(accepted)) return { bytes: await zipped(), encoding: 'gzip' }
      return { bytes, encoding: undefined }
    },
  }
}

type Encoded = { readonly bytes: Buffer; readonly encoding: 'br' | 'gzip' | undefined }

/**
 * Opens what compresses answers that are sent once: faster than `keptFile`, and a little less small. One at a time: an answer
 * that is made meanwhile is left as it is, because the bank's books need the other core more than a page needs to be small.
 */
export function openEncoder(): (text: string, accepted: string) => Promise<Encoded> {
  let isBusy = false
  return async (text, accepted) => {
    const bytes = Buffer.from(text)
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
    if (encoding === undefined || isBusy) return { bytes, encoding: undefined }
    isBusy = true
    try {
      return { bytes: await (encoding === 'br' ? shrinkBrotli(bytes, 5) : shrinkGzip(bytes)), encoding }
    } finally {
      isBusy = false
    }
  }
}

function shrinkBrotli(bytes: Buffer, quality: number): Promise<Buffer> {
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
}

const brotli = promisify(brotliCompress)
const shrinkGzip = promisify(gzip)

/** Does the work when it is first asked for, and then remembers it. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= work()
    return result
  }
}
