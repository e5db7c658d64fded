import type { Currency } from './currency.ts'
import type { Guard } from './guard.ts'
import type { PaidBeneficiary } from './new-beneficiaries.ts'
import type { PinLock, Rows, Sender, Snapshot } from './snapshot.ts'

/** The senders of the snapshot, overlaid with the effects of the commands of this batch so far. */
export type SenderSheet = {
  readonly sender: (userId: string) => Sender | undefined
  readonly setPin: (userId: string, pin: PinLock) => void
  readonly setGuard: (userId: string, currency: Currency, guard: Guard) => void
  readonly setPaidBeneficiary: (
    userId: string,
    currency: Currency,
    beneficiary: string,
    paid: PaidBeneficiary,
  ) => void
  /** The rows to write. */
  readonly senderRows: () => Pick<Rows, 'pins' | 'guards' | 'paidBeneficiaries'>
}

export function openSenderSheet(senders: Snapshot['senders']): SenderSheet {
  const changedSenders = new Map<string, Sender>()
  const changedPins = new Map<string, PinLock>()
  const changedGuards = new Map<string, Rows['guards'][number]>()
  const changedBeneficiaries = new Map<string, Rows['paidBeneficiaries'][number]>()
  const sender = (userId: string) => changedSenders.get(userId) ?? senders.get(userId)
  return {
    sender,
    setPin(userId, pin) {
      changedSenders.set(userId, { ...sender(userId)!, pin })
      changedPins.set(userId, pin)
    },
    setGuard(userId, currency, guard) {
      const known = sender(userId)!
      changedSenders.set(userId, { ...known, guards: new Map(known.guards).set(currency, guard) })
      changedGuards.set(`${userId} ${currency}`, { userId, currency, ...guard })
    },
    setPaidBeneficiary(userId, currency, beneficiary, paid) {
      const known = sender(userId)!
      const ofCurrency = new Map(known.paidBeneficiaries.get(currency)).set(beneficiary, paid)
      const paidBeneficiaries = new Map(known.paidBeneficiaries).set(currency, ofCurrency)
      changedSenders.set(userId, { ...known, paidBeneficiaries })
      const row = { userId, currency, beneficiary, ...paid }
      changedBeneficiaries.set(`${userId} ${currency} ${beneficiary}`, row)
    },
    senderRows: () => ({
      pins: [...changedPins].map(([userId, pin]) => ({ userId, ...pin })),
      guards: [...changedGuards.values()],
      paidBeneficiaries: [...changedBeneficiaries.values()],
    }),
  }
}
