import type { endpoints } from '@bank/contract/endpoints'
import type { Call } from '../call.ts'
import { setNotice } from './mail-notice.ts'

/** Has the bank write about something from now on, or no longer. */
export async function setMailNotice({
  bank,
  actor,
  params,
  input,
  now,
}: Call<typeof endpoints.setMailNotice>): Promise<undefined> {
  await setNotice(bank.db, actor, params.notice, { isOn: input.isOn, now })
}
