import type { Bank } from '../bank.ts'
import type { Letterhead } from './bank-document.ts'

/** The letterhead of a document that is made now. */
export function letterheadOf({ config }: Pick<Bank, 'config'>, now: Date): Letterhead {
  const { bankName, timeZone, supportEmail, publicUrl } = config
  return { bankName, timeZone, madeAt: now, support: supportLine(supportEmail, publicUrl) }
}

function supportLine(email: string | undefined, publicUrl: string | undefined): string {
  if (email !== undefined) return `For questions, write to ${email}.`
  if (publicUrl !== undefined) return `For questions, contact us at ${publicUrl}/support.`
  return 'For questions, contact us on the Support page of your online bank.'
}
