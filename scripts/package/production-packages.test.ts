import { expect, test } from 'vitest'
import { productionPackages } from './production-packages.ts'

test('a package has the dependencies of the server and theirs, and no others', () => {
  const packages = {
    server: {
      dependencies: { '@bank/ledger': '1', http: '1' },
      optionalDependencies: { 'of-another-system': '1' },
    },
    ledger: {},
    web: { dependencies: { react: '1' } },
    'node_modules/@bank/server': { link: true, resolved: 'server' },
    'node_modules/@bank/ledger': { link: true, resolved: 'ledger' },
    'node_modules/@bank/web': { link: true, resolved: 'web' },
    'node_modules/http': { dependencies: { parser: '1' }, peerDependencies: { logger: '1' } },
    'node_modules/http/node_modules/parser': { dependencies: { http: '1' } },
    'node_modules/parser': {},
    'node_modules/logger': {},
    'node_modules/react': {},
  }
  expect(productionPackages(packages, 'node_modules/@bank/server')).toEqual([
    'node_modules/@bank/ledger',
    'node_modules/@bank/server',
    'node_modules/http',
    'node_modules/http/node_modules/parser',
    'node_modules/logger',
  ])
})
