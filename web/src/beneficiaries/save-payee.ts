import type { BeneficiaryForm } from '@bank/contract/beneficiaries/form'
import { endpoints } from '@bank/contract/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { refreshBeneficiaries } from './beneficiaries.ts'

/** Saves a beneficiary. It is in every list when the promise resolves. Throws like `call`. */
export async function savePayee(client: QueryClient, body: BeneficiaryForm): Promise<void> {
  const texts = { busy: 'Saving payee...', done: 'Payee saved', failed: 'The payee was not saved' }
  await announce(call(endpoints.saveBeneficiary, { body }), texts)
  await refreshBeneficiaries(client)
}
