import * as z from 'zod/mini'
import { answerText } from '../answer-text.ts'
import type { ImageHost } from '../config/config-services.ts'
import { Refusal } from '../refusal.ts'
import type { EncodedImage } from './avatar-encoder.ts'

// The user waits for it.
const uploadMillisecondsMax = 8_000
const answerLengthMax = 64 * 1024

/**
 * Uploads a picture to the specification's image host (§7, Image upload). Returns its URL there. Throws `image_host_failed` when
 * the host does not answer as specified, or with a URL of another origin.
 */
export async function uploadToImageHost(
  { url, key, origin }: ImageHost,
  { bytes, type }: EncodedImage,
  timeoutMilliseconds = uploadMillisecondsMax,
): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)], { type }), 'avatar.webp')
  form.set('key', key)
  const imageUrl = await fetch(url, {
    method: 'POST',
    body: form,
    // The key is sent to the configured URL and nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  })
    .then(readUrl)
    // The cause of a "fetch failed" says what failed, such as the host's certificate.
    .catch((error: Error) => fail(error.cause ?? error))
  // The pages' security policy allows pictures from this origin only. A URL with credentials is refused.
  const isAllowed = imageUrl.origin === origin && imageUrl.username === '' && imageUrl.password === ''
  return isAllowed ? imageUrl.href : fail(new Error('no URL of IMAGE_HOST_ORIGIN'))
}

/** `cause` is for the log. */
function fail(cause: unknown): never {
  throw Object.assign(new Refusal('image_host_failed'), { cause })
}

async function readUrl(response: Response): Promise<URL> {
  if (!response.ok) throw new Error(`the image host answered ${response.status}`)
  const { data } = answerShape.parse(JSON.parse(await answerText(response, answerLengthMax)))
  return new URL('data' in data ? data.data.url : data.url)
}

const withUrl = z.object({ url: z.string().check(z.maxLength(2_000)) })

/** The first `data` may be the HTTP client's name for the answer itself. */
const answerShape = z.object({ data: z.union([z.object({ data: withUrl }), withUrl]) })
