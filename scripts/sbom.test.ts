import { describe, expect, test } from 'vitest'
import { type Bill, billOfProduction, type Component } from './sbom/bill-of-production.ts'

const component = (ref: string, more: Partial<Component> = {}): Component => ({
  'bom-ref': ref,
  name: ref.replace(/@[^@]*$/, ''),
  version: '1.0.0',
  purl: `pkg:npm/${ref}`,
  licenses: [{ license: { id: 'MIT' } }],
  ...more,
})

const npmBill: Bill = {
  metadata: { component: component('truepenny@0.1.0', { name: 'the-folder' }) },
  components: [
    component('@bank/server@0.1.0'),
    component('@bank/e2e@0.1.0'),
    component('@bank/lab@0.1.0'),
    component('pg@8.0.0', {
      externalReferences: [
        { type: 'distribution', url: 'https://fetched.example/pg.tgz' },
        { type: 'website', url: 'https://pg.example' },
      ],
    }),
    component('plain@1.0.0', { licenses: [] }),
    component('secretive@1.0.0', { licenses: [] }),
    component('of-another-system@1.0.0', { scope: 'optional' }),
  ],
  dependencies: [
    {
      ref: 'truepenny@0.1.0',
      dependsOn: ['@bank/server@0.1.0', '@bank/lab@0.1.0', 'of-another-system@1.0.0'],
    },
    { ref: '@bank/lab@0.1.0', dependsOn: [] },
  ],
}

describe('the software bill of materials', () => {
  const bill = billOfProduction(npmBill, {
    isInstalled: (name) => name !== 'of-another-system',
    licenceText: (name) =>
      name === 'plain' ? 'Permission is hereby granted, free of charge, to any person …' : undefined,
  })

  test('the bill of materials has the bank’s name, not the folder’s', () => {
    expect(bill.metadata.component).toMatchObject({ name: 'truepenny', type: 'application' })
  })

  test('the bill of materials lists no development workspace', () => {
    expect(bill.components.map(({ name }) => name)).toEqual(['@bank/server', 'pg', 'plain', 'secretive'])
    expect(bill.dependencies).toEqual([{ ref: 'truepenny@0.1.0', dependsOn: ['@bank/server@0.1.0'] }])
  })

  test('the bill of materials lists no package for another system', () => {
    expect(JSON.stringify(bill)).not.toContain('of-another-system')
  })

  test('the bill of materials contains no URLs of packages', () => {
    expect(JSON.stringify(bill)).not.toContain('fetched.example')
    expect(JSON.stringify(bill)).toContain('https://pg.example')
  })

  test('the bill of materials recognises a licence by its text when the manifest names none, and reports an unknown one', () => {
    expect(bill.components.slice(2).map(({ licenses }) => licenses)).toEqual([
      [{ license: { id: 'MIT' } }],
      [{ license: { name: 'unknown' } }],
    ])
  })
})
