import * as z from 'zod/mini'
import { ofAccount } from '../accounts/form.ts'
import { customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { usualLimit } from '../rate-limits.ts'
import { id } from '../rules/id.ts'
import { beneficiaryForm, beneficiaryNameForm } from './form.ts'
import { recentBeneficiaryList, savedBeneficiaryList, savedBeneficiaryView } from './view.ts'

const beneficiaryPath = z.object({ id: id('Beneficiary ID is required') })

export const beneficiaryEndpoints = {
  listBeneficiaries: endpoint({
    method: 'GET',
    path: '/api/beneficiaries',
    summary: 'List your saved beneficiaries by name',
    audience: customer,
    limit: usualLimit,
    answer: savedBeneficiaryList,
    status: 200,
    refusals: [],
  }),
  listRecentBeneficiaries: endpoint({
    method: 'GET',
    path: '/api/beneficiaries/recent',
    summary: 'List the beneficiaries you paid last from an account and have not saved, the latest first',
    audience: customer,
    limit: usualLimit,
    query: ofAccount,
    answer: recentBeneficiaryList,
    status: 200,
    refusals: [],
  }),
  saveBeneficiary: endpoint({
    method: 'POST',
    path: '/api/beneficiaries',
    summary: 'Save a beneficiary; the same account at the same bank is saved once, as last written',
    audience: customer,
    limit: usualLimit,
    body: beneficiaryForm,
    answer: savedBeneficiaryView,
    status: 201,
    refusals: ['beneficiaries_too_many'],
  }),
  renameBeneficiary: endpoint({
    method: 'PUT',
    path: '/api/beneficiaries/:id/name',
    summary: 'Rename a saved beneficiary',
    audience: customer,
    limit: usualLimit,
    params: beneficiaryPath,
    body: beneficiaryNameForm,
    status: 204,
    refusals: ['beneficiary_not_found'],
  }),
  removeBeneficiary: endpoint({
    method: 'DELETE',
    path: '/api/beneficiaries/:id',
    summary: 'Remove a saved beneficiary',
    audience: customer,
    limit: usualLimit,
    params: beneficiaryPath,
    status: 204,
    refusals: ['beneficiary_not_found'],
  }),
}
