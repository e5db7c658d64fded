import { endpoints } from '@bank/contract/endpoints'
import type { MeView } from '@bank/contract/profile/view'
import type { TransferForm as Transfer } from '@bank/contract/transfers/form'
import { formatMinor } from '@bank/ledger/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { announce, dismissToastAbout } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { choiceOf, useLinkTo } from '../api/chosen-account.ts'
import { sendOnce } from '../api/idempotency-key.ts'
import { requestTimeout } from '../api/request-outcome.ts'
import { refreshSchedules } from '../schedules/schedules.ts'
import type { When } from '../schedules/typed-when.ts'
import { transferOf } from '../sending/transfer-name.ts'
import { dropDraft } from '../sessions/kept-drafts.ts'
import { useAmountsHidden } from '../ui/hidden-amounts.ts'
import { showAdvice } from './refusal-advice.ts'
import type { TransferFields } from './transfer-fields.ts'

/**
 * Schedules the reviewed payment from the account of `me`, once however often it is confirmed, and goes on to the scheduled ones. After
 * a refusal the form has the errors of the fields that it is about, without the refused PIN, or the reason as its root error.
 */
export function useConfirmSchedule(
  me: MeView,
  form: Pick<UseFormReturn<TransferFields, unknown, Transfer>, 'setError' | 'setValue'>,
) {
  const { account } = me
  const client = useQueryClient()
  const navigate = useNavigate()
  const path = useLinkTo()('scheduled')
  const intention = { person: me.id, purpose: `schedule of ${account.number}` }
  const isHidden = useAmountsHidden()
  return useMutation({
    mutationFn: ({ transfer, when }: { transfer: Transfer; when: When }) =>
      announce(
        sendOnce(intention, (openingId) =>
          call(endpoints.createSchedule, {
            query: { account: choiceOf(account) },
            body: { ...transfer, ...when, amount: formatMinor(transfer.amount), openingId },
            signal: requestTimeout(),
          }),
        ),
        { busy: 'Scheduling payment...', done: 'Payment scheduled' },
        'schedule',
      ),
    onSuccess: () => {
      dropDraft(transferOf(account))
      void refreshSchedules(client)
      navigate(path, { replace: true })
    },
    onError: (error) => {
      dismissToastAbout(error)
      showAdvice(error, { me, isHidden }, form, advice)
    },
  })
}

const advice = {
  no_answer: 'The bank has not answered. Try again: the payment is scheduled at most once.',
  opening_id_reused:
    'Your last attempt has scheduled a payment with other values. It is listed under Scheduled. To schedule this one as well, confirm again.',
}
