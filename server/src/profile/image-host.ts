import type { ImageHost } from '../config/config-services.ts'
import { Refusal } from '../refusal.ts'
import type { EncodedImage } from './image-encoder.ts'

// The user waits for it.
const uploadMillisecondsMax = 8_000
const answerBytesMax = 64 * 1024
const urlLengthMax = 2_000

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
  const answer = await fetch(url, {
    method: 'POST',
    body: form,
    // The key is sent to the configured URL and nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  })
    .then((response) => (response.ok ? readAnswer(response) : undefined))
    .catch(() => undefined)
  const imageUrl = imageUrlIn(answer)
  if (!imageUrl || !hasOrigin(imageUrl, origin)) throw new Refusal('image_host_failed')
  return imageUrl
}

async function readAnswer(response: Response): Promise<unknown> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > answerBytesMax) return undefined
  }
  return JSON.parse(text)
}

/** At `data.data.url`, or at `data.url`: the first `data` may be the HTTP client's name for the answer itself. */
function imageUrlIn(answer: unknown): string | undefined {
  const data = fieldOf(answer, 'data')
  const url = fieldOf(fieldOf(data, 'data'), 'url') ?? fieldOf(data, 'url')
  return typeof url === 'string' && url.length <= urlLengthMax && URL.canParse(url)
    ? new URL(url).href
    : undefined
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** The pages' security policy allows pictures from this origin only. Refuses URLs with credentials. */
function hasOrigin(imageUrl: string, origin: string): boolean {
  const url = new URL(imageUrl)
  return url.origin === origin && url.username === '' && url.password === ''
}
