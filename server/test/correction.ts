import { endpoints } from '@bank/contract/endpoints'
import type { ProfileCorrection } from '@bank/contract/profile/form'
import type { Visitor } from './ask.ts'
import type { Person, TestBank } from './bank.ts'

/** The details of a user made by `openAccount`, as in an administrator's form. */
export function detailsOf({ name, email }: Pick<Person, 'name' | 'email'>) {
  return {
    name,
    email,
    phone: '+1 555 010 0199',
    dob: '1990-02-28',
    gender: 'others',
    employment_status: 'employed',
    country: 'Germany',
    address: 'Quay Street 1',
    city: 'Bremen',
    state: 'Bremen',
    zip: '28195',
    reason: 'As the customer asked',
    version: 1,
  } as const
}

/** Corrects a user's details as an administrator, Clara unless given. */
export function correctionOf(
  bank: TestBank,
  person: Person,
  fields: Partial<Record<keyof ProfileCorrection, unknown>>,
  by: Visitor = bank.clara,
) {
  const body = { ...detailsOf(person), ...fields }
  return bank.call(by, endpoints.correctProfile, { params: { id: person.userId }, body })
}
