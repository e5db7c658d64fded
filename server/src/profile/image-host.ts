import type { ImageHost } from '../config/config-services.ts'
import { Refusal } from '../refusal.ts'
import type { Picture } from './image-encoder.ts'

// Somebody waits for it, with their picture already drawn.
const usualPatience = 8_000
const answerBytesMax = 64 * 1024
const urlLengthMax = 2_000

/**
 * Has the specification's image host keep a picture (§7, Image upload), and gives its address there. Refuses with
 * `image_host_failed` when the host does not answer as specified, or with an address that is not under its own origin.
 */
export async function sendToHost(
  { url, key, origin }: ImageHost,
  { bytes, type }: Picture,
  answerMillisecondsMax = usualPatience,
): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)], { type }), 'avatar.webp')
  form.set('key', key)
  const answer = await fetch(url, {
    method: 'POST',
    body: form,
    // The key goes to the address that was set and nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(answerMillisecondsMax),
  })
    .then((response) => (response.ok ? readAnswer(response) : undefined))
    .catch(() => undefined)
  const address = addressIn(answer)
  if (!address || !isUnder(address, origin)) throw new Refusal('image_host_failed')
  return address
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

/** At `data.data.url`; or at `data.url` where the first `data` was the HTTP client's name for the answer itself. */
function addressIn(answer: unknown): string | undefined {
  const data = fieldOf(answer, 'data')
  const url = fieldOf(fieldOf(data, 'data'), 'url') ?? fieldOf(data, 'url')
  return typeof url === 'string' && url.length <= urlLengthMax && URL.canParse(url)
    ? new URL(url).href
    : undefined
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Pages show pictures from this origin alone, and an address with a name and a password in it is no picture's. */
function isUnder(address: string, origin: string): boolean {
  const url = new URL(address)
  return url.origin === origin && url.username === '' && url.password === ''
}
