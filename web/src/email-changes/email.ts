import { endpoints } from '@bank/contract/endpoints'
import { settingsTexts } from '@bank/contract/toast-texts/settings'
import { useMutation } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { queryOf } from '../api/query-of.ts'
import { publicConfig } from '../public-config.ts'

/** The user's email, and the new one that waits for its code. */
export const emailQuery = queryOf(['email'], endpoints.readEmail)

/** Whether a link or a code reaches a customer. A demo without mail shows them in its terminal. */
export const reachesCustomers = () => publicConfig.mail || publicConfig.demo

/** Mails the user another link that confirms the email. */
export function useSendAgain() {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => announce(call(endpoints.sendConfirmationLink), settingsTexts.confirmationLink, 'email'),
  })
  return { sendAgain: () => mutate(), isPending, isSuccess, error }
}
