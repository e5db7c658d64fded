import type { BeneficiaryForm } from '@bank/contract/beneficiaries/form'
import type { SavedBeneficiary } from '@bank/contract/beneficiaries/view'
import { endpoints } from '@bank/contract/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { isProblem } from '../api/problem.ts'
import { refreshBeneficiaries } from './beneficiaries.ts'

/**
 * Saves a beneficiary, in the place of `replaced` if it is given. It is in every list when the promise resolves. Throws like `call`. The
 * toast says `done`, if the page does not.
 */
export async function savePayee(
  client: QueryClient,
  body: BeneficiaryForm,
  { replaced, done }: { replaced?: SavedBeneficiary | undefined; done?: string } = {},
): Promise<void> {
  const texts = { busy: 'Saving payee...', failed: 'The payee was not saved', ...(done && { done }) }
  await announce(save(body, replaced), texts)
  await refreshBeneficiaries(client)
}

/** The earlier one is removed last: none is lost when a request fails. */
async function save(body: BeneficiaryForm, replaced: SavedBeneficiary | undefined): Promise<void> {
  await call(endpoints.saveBeneficiary, { body })
  if (replaced) await removePayee(replaced.id)
}

/** A beneficiary that was removed on another screen counts as removed. */
export async function removePayee(id: string): Promise<void> {
  try {
    await call(endpoints.removeBeneficiary, { params: { id } })
  } catch (error) {
    if (!isProblem(error) || error.code !== 'beneficiary_not_found') throw error
  }
}
