import { messages } from '@bank/contract/messages'
import type { TransactionView } from '@bank/contract/transactions/view'
import type { TransferForm } from '@bank/contract/transfers/form'
import { useQueryClient } from '@tanstack/react-query'
import { useAccountChoice } from '../accounts/account-in-url.ts'
import { meQuery } from '../accounts/me.ts'
import { forgetRecentBeneficiaries } from '../beneficiaries/beneficiaries.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { refreshMoney, transactionQuery } from '../transactions/transactions.ts'
import { type Sender, sendTransfer, transferOf } from './send-transfer.ts'
import { useSending } from './use-sending.ts'

/** Sends a transfer from the account that the page is about. */
export function useSendTransfer({
  sender,
  onSent,
  onRefused,
}: {
  sender: Sender
  onSent: (transaction: TransactionView) => void
  onRefused: (error: unknown) => void
}) {
  const client = useQueryClient()
  const account = useAccountChoice()
  return useSending<TransferForm, TransactionView>({
    subject: 'transfer',
    texts: { busy: messages.transfer.busy, done: () => messages.transfer.done },
    act: (transfer, waiting) => sendTransfer(transfer, sender, waiting),
    onBooked: (transaction) => {
      dropDraft(transferOf(sender.account))
      client.setQueryData(transactionQuery(transaction.id, account).queryKey, transaction)
      refreshMoney(client)
      forgetRecentBeneficiaries(client, account)
    },
    readAgain: () => client.fetchQuery({ ...meQuery(account), staleTime: 0 }),
    onSent,
    onRefused,
  })
}
