import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { setNotice } from './mail-notice.ts'

/** Turns the caller's mails of one kind on or off. */
export async function setMailNotice({
  bank,
  actor,
  params,
  input,
  now,
}: Call<typeof endpoints.setMailNotice>): Promise<undefined> {
  await setNotice(bank.db, actor.userId, params.notice, { isOn: input.isOn, now })
}
