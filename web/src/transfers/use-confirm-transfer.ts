import type { MeView } from '@bank/contract/profile/view'
import { customerTexts } from '@bank/contract/toast-texts/customers'
import type { TransactionView } from '@bank/contract/transactions/view'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { meQuery } from '../accounts/me.ts'
import { choiceOf, useLinkTo } from '../api/chosen-account.ts'
import { hasActedBefore } from '../api/idempotency-key.ts'
import { isProblem } from '../api/problem.ts'
import { forgetRecentBeneficiaries } from '../beneficiaries/beneficiaries.ts'
import { transferOf } from '../sending/transfer-name.ts'
import { useSending } from '../sending/use-sending.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { refreshMoney, transactionQuery } from '../transactions/transactions.ts'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import type { TransferFields } from './transfer-fields.ts'

/**
 * Sends the reviewed transfer from the account of `me`, and goes on to its receipt. After a refusal the review stays: the form has
 * the errors of the fields that the refusal is about, without the refused PIN, and the reason of one that is about no field as its
 * root error. `onIdReused` is called when an earlier transfer has used the id.
 */
export function useConfirmTransfer(
  me: MeView,
  form: UseFormReturn<TransferFields, unknown, Transfer>,
  onIdReused: () => void,
) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const linkTo = useLinkTo()
  const account = choiceOf(me.account)
  const isHidden = useAmountsHidden()
  const { send, ...sending } = useSending<Transfer, TransactionView>({
    subject: 'transfer',
    texts: { busy: customerTexts.transfer.busy, done: () => customerTexts.transfer.done, isSpecified: true },
    // Loaded by then, with the review.
    act: async (transfer, waiting) =>
      (await import('./send-transfer.ts')).sendTransfer(transfer, me, waiting),
    onBooked: (transaction) => {
      dropDraft(transferOf(me.account))
      client.setQueryData(transactionQuery(transaction.id, account).queryKey, transaction)
      refreshMoney(client)
      forgetRecentBeneficiaries(client, account)
    },
    readAgain: () => client.fetchQuery({ ...meQuery(account), staleTime: 0 }),
    onSent: ({ id }) => navigate(linkTo('transfer', { step: 'receipt', tx: id }), { replace: true }),
    onRefused,
  })

  async function onRefused(error: unknown) {
    if (!isProblem(error)) return
    if (hasActedBefore(error)) onIdReused()
    const present = client.getQueryData(meQuery(account).queryKey) ?? me
    // Loaded by then, with the review.
    const { showAdvice } = await import('./refusal-advice.ts')
    showAdvice(error, { me: present, isHidden }, form)
  }

  return { confirm: send, ...sending }
}
