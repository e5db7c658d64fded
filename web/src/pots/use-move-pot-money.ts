import type { AccountView } from '@bank/contract/accounts/view'
import { endpoints } from '@bank/contract/endpoints'
import { formatMoney } from '@bank/contract/format-money'
import type { PotMovementView, PotView } from '@bank/contract/pots/view'
import { formatMinor } from '@bank/ledger/money'
import { useQueryClient } from '@tanstack/react-query'
import { useAccountChoice } from '../accounts/account-in-url.ts'
import { meQuery } from '../accounts/me.ts'
import { call } from '../api/call.ts'
import type { Intention } from '../api/idempotency-key.ts'
import { requestTimeout } from '../api/request-outcome.ts'
import { useSignedIn } from '../sessions/session.ts'
import { refreshMoney } from '../transactions/transactions.ts'
import { sendUntilCertain } from '../transfers/send-until-certain.ts'
import { useSending } from '../transfers/use-sending.ts'
import { potsQuery, refreshPots } from './pots.ts'

export type Direction = 'in' | 'out'

/** Moves an amount, in minor units, from an account into one of its pots, or back. */
export function useMovePotMoney({
  pot,
  account,
  direction,
  onSent,
  onRefused,
}: {
  pot: PotView
  account: AccountView
  direction: Direction
  onSent: () => void
  /** Called with what the source holds, read after the refusal. */
  onRefused: (error: unknown, source: { balance: string; currency: PotView['currency'] }) => void
}) {
  const client = useQueryClient()
  const { user } = useSignedIn()
  const choice = useAccountChoice()
  const isIn = direction === 'in'
  const intention: Intention = { person: user.id, purpose: `money ${isIn ? 'into' : 'out of'} pot ${pot.id}` }
  const sending = useSending<bigint, PotMovementView>({
    subject: 'pot',
    texts: {
      busy: 'Moving money...',
      done: ({ amount }) => `${formatMoney(amount, pot.currency)} ${isIn ? 'added' : 'taken out'}`,
    },
    act: (amount, waiting) => {
      const send = (transactionId: string) =>
        call(isIn ? endpoints.moveIntoPot : endpoints.moveOutOfPot, {
          params: { id: pot.id },
          body: { transactionId, amount: formatMinor(amount) },
          signal: requestTimeout(),
        })
      return sendUntilCertain(intention, send, waiting)
    },
    onBooked: () => {
      refreshMoney(client)
      void refreshPots(client)
    },
    readAgain: () =>
      Promise.all([
        client.fetchQuery({ ...meQuery(choice), staleTime: 0 }),
        client.fetchQuery({ ...potsQuery(choice), staleTime: 0 }),
      ]),
    onSent,
    onRefused: (error) => {
      const source = isIn
        ? client.getQueryData(meQuery(choice).queryKey)?.account
        : client.getQueryData(potsQuery(choice).queryKey)?.find(({ id }) => id === pot.id)
      onRefused(error, source ?? (isIn ? account : pot))
    },
  })
  return { ...sending, intention }
}
