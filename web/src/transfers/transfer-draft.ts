import { emptyTransfer, type TransferFields } from './transfer-fields.ts'

// In this window's memory only, and only for the person who typed it; never the PIN. A reload forgets it.
let kept: { userId: string; fields: TransferFields } | undefined

/** What this person has typed so far. */
export function transferDraft(userId: string): TransferFields {
  return kept?.userId === userId ? kept.fields : emptyTransfer
}

export function keepTransferDraft(userId: string, fields: TransferFields): void {
  kept = { userId, fields: { ...fields, transaction_pin: '' } }
}

export function dropTransferDraft(): void {
  kept = undefined
}
