import { randomUUID } from 'node:crypto'
import { registrationForm } from './registration-form.ts'

const { password, ...profile } = registrationForm

export type FirstStep = {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly name: string
}

/** The first step of a registration in two steps, with a new id and an e-mail made from the name. */
export function firstStep(name: string, changes: Readonly<Record<string, unknown>> = {}): FirstStep {
  return { id: randomUUID(), email: `${name.toLowerCase()}@example.com`, password, name, ...changes }
}

/** The second step of it. */
export function secondStep(
  { id, email }: Pick<FirstStep, 'id' | 'email'>,
  changes: Readonly<Record<string, unknown>> = {},
) {
  return { ...profile, id, email, ...changes }
}
