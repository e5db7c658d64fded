import { expect, test } from 'vitest'
import { deadFiles, undeclaredImports } from './living.ts'
import { treeOf } from './tree.ts'

const start = { 'package.json': '{"scripts":{"start":"exec node server/src/main.ts"}}' }

test('a file that only its own test imports is dead', () => {
  const tree = treeOf({
    ...start,
    'server/src/main.ts': `import { listen } from './http.ts'\nnew Worker(new URL('./hash/hashing.ts', import.meta.url))`,
    'server/src/http.ts': '',
    'server/src/hash/hashing.ts': '',
    'server/src/old.ts': '',
    'server/src/old.test.ts': `import { old } from './old.ts'`,
  })
  expect(deadFiles(tree)).toEqual(['server/src/old.ts: nothing imports it'])
})

test('files that the web app’s HTML loads are not dead', () => {
  const tree = treeOf({
    'web/index.html': '<script type="module" src="/src/main.tsx"></script>',
    'web/src/main.tsx': `import './styles.css'`,
    'web/src/styles.css': `@import './tokens.css';`,
    'web/src/tokens.css': '',
    'web/src/forgotten.css': '',
  })
  expect(deadFiles(tree)).toEqual(['web/src/forgotten.css: nothing imports it'])
})

test('a package must be declared by the workspace that imports it, not by another one', () => {
  const tree = treeOf({
    'package.json': '{"devDependencies":{"vitest":"1"},"workspaces":["server","web"]}',
    'server/package.json': '{"name":"@bank/server","dependencies":{"fastify":"1"}}',
    'web/package.json': '{"name":"@bank/web","dependencies":{"react-dom":"1"}}',
    'web/src/main.tsx': `import { createRoot } from 'react-dom/client'\nimport fastify from 'fastify'`,
    'web/src/main.test.tsx': `import { test } from 'vitest'`,
    'server/src/http.ts': `import fastify from 'fastify'\nimport { test } from 'vitest'`,
    'scripts/check-books.ts': `import { checkBooks } from '@bank/server/books/check-books'`,
  })
  expect(undeclaredImports(tree)).toEqual([
    'web/src/main.tsx: imports fastify, which web/package.json does not declare',
    'server/src/http.ts: imports vitest, which server/package.json does not declare',
  ])
})

test('another workspace is imported by its package name, not by a path', () => {
  const tree = treeOf({
    'server/package.json': '{}',
    'ledger/package.json': '{}',
    'server/src/http.ts': `import { parseMoney } from '../../ledger/src/money.ts'`,
    'server/playwright.config.ts': `import { folder } from '../scripts/folder.ts'`,
    'scripts/folder.ts': '',
    'ledger/src/money.ts': '',
  })
  expect(undeclaredImports(tree)).toEqual([
    'server/src/http.ts: imports ledger/src/money.ts by its path; import it by its package name',
  ])
})
