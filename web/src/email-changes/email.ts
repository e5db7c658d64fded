import { endpoints } from '@bank/contract/endpoints'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useMutation } from '@tanstack/react-query'
import { type Announcement, announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { queryOf } from '../api/query-of.ts'
import { publicConfig } from '../public-config.ts'

/** The user's email, and the new one that waits for its code. */
export const emailQuery = queryOf(['email'], endpoints.readEmail)

/** Whether a link or a code reaches a customer. A demo without mail shows them in its terminal. */
export const reachesCustomers = () => publicConfig.mail || publicConfig.demo

/** Mails the user another link that confirms the email. Without `done` among the texts the page says that it was sent. */
export function useSendAgain(texts: Announcement<unknown> = settingsTexts.confirmationLink) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => announce(call(endpoints.sendConfirmationLink), texts, 'email'),
  })
  return { sendAgain: () => mutate(), isPending, isSuccess, error }
}
