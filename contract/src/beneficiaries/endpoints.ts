import * as z from 'zod/mini'
import { ofAccount } from '../accounts/form.ts'
import { accountHolder, customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../rules/id.ts'
import { beneficiaryForm, beneficiaryNameForm } from './form.ts'
import { recentBeneficiaryList, savedBeneficiaryList, savedBeneficiaryView } from './view.ts'

const beneficiaryPath = z.object({ id: id('Beneficiary ID is required') })

export const beneficiaryEndpoints = {
  listBeneficiaries: endpoint({
    path: '/api/beneficiaries',
    summary: 'List your saved beneficiaries by name',
    audience: customer,
    answer: savedBeneficiaryList,
  }),
  listRecentBeneficiaries: endpoint({
    path: '/api/beneficiaries/recent',
    summary: 'List the beneficiaries you paid last from an account and have not saved, the latest first',
    audience: accountHolder,
    query: ofAccount,
    answer: recentBeneficiaryList,
  }),
  saveBeneficiary: endpoint({
    method: 'POST',
    path: '/api/beneficiaries',
    summary: 'Save a beneficiary; the same account at the same bank is saved once, as last written',
    audience: customer,
    body: beneficiaryForm,
    answer: savedBeneficiaryView,
    refusals: ['beneficiaries_too_many'],
  }),
  renameBeneficiary: endpoint({
    method: 'PUT',
    path: '/api/beneficiaries/:id/name',
    summary: 'Rename a saved beneficiary',
    audience: customer,
    params: beneficiaryPath,
    body: beneficiaryNameForm,
    refusals: ['beneficiary_not_found'],
  }),
  removeBeneficiary: endpoint({
    method: 'DELETE',
    path: '/api/beneficiaries/:id',
    summary: 'Remove a saved beneficiary',
    audience: customer,
    params: beneficiaryPath,
    refusals: ['beneficiary_not_found'],
  }),
}
