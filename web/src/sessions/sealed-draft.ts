import type { SessionView } from '@bank/contract/sessions/view'
import { draftFor, dropStoredDraft, putDraft } from './stored-draft.ts'

/** The session of the user whose draft it is. */
type DraftOwner = Pick<SessionView, 'draftKey'> & { readonly user: Pick<SessionView['user'], 'id'> }

const nonceBytes = 12

/** Stores the draft of a form in place of the one before; nothing without a key, or where the browser does not encrypt. */
export function storeDraft(form: string, owner: DraftOwner, fields: object): Promise<void> {
  return putDraft(form, async () => {
    const key = await keyOf(owner)
    if (!key) return undefined
    const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
    const text = new TextEncoder().encode(JSON.stringify(fields))
    const encrypted = await crypto.subtle.encrypt(cipherFor(form, nonce), key, text)
    const sealed = btoa(String.fromCharCode(...nonce, ...new Uint8Array(encrypted)))
    return { owner: owner.user.id, sealed }
  })
}

/** The owner's stored draft of a form. One of another user or form, or under an earlier key of the bank, is dropped. */
export async function readStoredDraft(form: string, owner: DraftOwner): Promise<object | undefined> {
  const stored = draftFor(form, owner.user.id)
  if (!stored) return undefined
  try {
    const key = await keyOf(owner)
    if (!key) return undefined
    const sealed = bytesOf(stored.sealed)
    const cipher = cipherFor(form, sealed.slice(0, nonceBytes))
    const text = await crypto.subtle.decrypt(cipher, key, sealed.slice(nonceBytes))
    return JSON.parse(new TextDecoder().decode(text)) as object
  } catch {
    dropStoredDraft(form)
    return undefined
  }
}

/** Undefined on a page that is no secure context. */
async function keyOf({ draftKey }: DraftOwner): Promise<CryptoKey | undefined> {
  if (!draftKey || !crypto.subtle) return undefined
  return crypto.subtle.importKey('raw', bytesOf(draftKey), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** With the form's name authenticated, a draft is no draft of another form. */
function cipherFor(form: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(form) }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}
