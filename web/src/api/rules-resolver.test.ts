import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { resolverOf } from './rules-resolver.ts'

const rules = z
  .object({
    name: z.string().check(z.minLength(1, 'Name is required'), z.minLength(2, 'Name is too short')),
    amount: z.pipe(z.string(), z.transform(Number)),
  })
  .check(z.refine(({ amount }) => amount < 10, 'Too much for this form'))
const control = { focus: () => {} }
const resolve = (name: string, amount: string) =>
  resolverOf(rules)({ name, amount }, undefined, {
    fields: { name: { name: 'name', ref: control as HTMLInputElement } },
    shouldUseNativeValidation: false,
  })

test('right fields are what the rules make of them', async () => {
  expect(await resolve('Erik', '5')).toEqual({ values: { name: 'Erik', amount: 5 }, errors: {} })
})

test('a wrong field has the first of its reasons, and its control for the focus', async () => {
  expect(await resolve('', '5')).toEqual({
    values: {},
    errors: { name: { type: '', message: 'Name is required', ref: control } },
  })
})

test('a reason about no field is the root error', async () => {
  const { errors } = await resolve('Erik', '50')
  expect(errors.root).toMatchObject({ message: 'Too much for this form' })
})
