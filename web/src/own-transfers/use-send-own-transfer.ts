import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import type { OwnTransferReceipt } from '@bank/contract/own-transfers/view'
import { formatMinor } from '@bank/ledger/money'
import { useQueryClient } from '@tanstack/react-query'
import { accountsQuery } from '../accounts/accounts.ts'
import { call } from '../api/call.ts'
import type { Intention } from '../api/idempotency-key.ts'
import { requestTimeout } from '../api/request-outcome.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { useSignedIn } from '../sessions/session.ts'
import { refreshMoney } from '../transactions/transactions.ts'
import { sendUntilCertain } from '../transfers/send-until-certain.ts'
import { useSending } from '../transfers/use-sending.ts'

/** The name of the form, of its draft and of what the bank does once: what was typed for one account is not shown for another. */
export function ownTransferFrom({ number }: AccountView): string {
  return `own transfer from ${number}`
}

/** Moves an amount, in minor units, from one account of the customer to another. */
export function useSendOwnTransfer({
  from,
  to,
  onSent,
  onRefused,
}: {
  from: AccountView
  to: AccountView
  onSent: (receipt: OwnTransferReceipt) => void
  onRefused: (error: unknown) => void
}) {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const intention: Intention = { person: user.id, purpose: ownTransferFrom(from) }
  const sending = useSending<bigint, OwnTransferReceipt>({
    subject: 'own transfer',
    texts: {
      busy: 'Moving money...',
      done: ({ amount, currency }) => `${formatMoney(amount, currency)} moved`,
    },
    act: (amount, waiting) => {
      const query = { account: from.number }
      const body = { to: to.number, amount: formatMinor(amount) }
      const send = (transactionId: string) =>
        call(endpoints.sendOwnTransfer, { query, body: { ...body, transactionId }, signal: requestTimeout() })
      return sendUntilCertain(intention, send, waiting)
    },
    onBooked: () => {
      dropDraft(intention.purpose)
      refreshMoney(client)
    },
    readAgain: () => client.fetchQuery({ ...accountsQuery, staleTime: 0 }),
    onSent,
    onRefused,
  })
  return { ...sending, intention }
}
