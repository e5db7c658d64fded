import { type PageName, pages } from '@bank/contract/pages'
import {
  type EmailPurpose,
  emailCode,
  findEmailPurpose,
  readEmailToken,
} from '../email-changes/email-change.ts'
import type { MailedSecret } from '../mail/draw-letter.ts'
import { findResetPurpose, readResetToken } from '../password-resets/password-reset.ts'
import type { JobContext } from './job.ts'

type Context = Pick<JobContext, 'bank' | 'address'>

/** The link to choose a new password or PIN, by the id of the reset. */
export async function resetLink({ bank: { db, keys }, address }: Context, id: string): Promise<string> {
  const page = (await findResetPurpose(db, id)) === 'password' ? pages.resetPassword : pages.recoverPin
  return `${address}${page.path}#${await readResetToken(db, keys.passwordResetKey, id)}`
}

/** The link or the code about an e-mail, by its id. */
export async function emailSecret(
  { bank: { db, keys }, address }: Context,
  id: string,
): Promise<MailedSecret> {
  const purpose = await findEmailPurpose(db, id)
  const token = await readEmailToken(db, keys.emailChangeKey, id)
  if (purpose === 'own_change') return { code: emailCode(token) }
  return { link: `${address}${pages[pageOf[purpose]].path}#${token}` }
}

const pageOf = {
  correction: 'confirmEmail',
  confirmation: 'email',
  restoration: 'restoreEmail',
} as const satisfies Record<Exclude<EmailPurpose, 'own_change'>, PageName>
