import type { BeneficiaryForm } from '@bank/contract/beneficiaries/form'
import { endpoints } from '@bank/contract/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { announce } from '../api/announce.ts'
import { call } from '../api/call.ts'
import { refreshBeneficiaries } from './beneficiaries.ts'

/** Saves a beneficiary and shows it in every list. `onSaved` is called once it is there. */
export function useSaveBeneficiary(onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BeneficiaryForm) =>
      announce(call(endpoints.saveBeneficiary, { body }), {
        busy: 'Saving payee...',
        done: 'Payee saved',
        failed: 'The payee was not saved',
      }),
    onSuccess: async () => {
      await refreshBeneficiaries(client)
      onSaved()
    },
  })
}
