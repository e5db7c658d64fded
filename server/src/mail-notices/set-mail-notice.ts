import type { Verb } from '../call.ts'
import { setNotice } from './mail-notice.ts'

/** Turns the caller's mails of one kind on or off. */
export const setMailNotice: Verb<'setMailNotice'> = async ({ bank, actor, params, input, now }) => {
  await setNotice(bank.db, actor.userId, params.notice, { isOn: input.isOn, now })
}
