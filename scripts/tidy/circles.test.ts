import { expect, test } from 'vitest'
import { circlesOfFolders } from './circles.ts'
import { treeOf } from './tree.ts'

test.each(['contract', 'server', 'web'])(
  'folders of %s that reach each other over a third one are a circle',
  (part) => {
    const tree = treeOf({
      [`${part}/src/one/form.ts`]: `import { two } from '../two/form.ts'`,
      [`${part}/src/two/form.ts`]: `import { three } from '../three/form.ts'`,
      [`${part}/src/three/form.ts`]: `import { one } from '../one/form.ts'`,
      [`${part}/src/four/form.ts`]: `import { one } from '../one/form.ts'`,
    })
    expect(circlesOfFolders(tree)).toEqual([['one', 'three', 'two'].map((name) => `${part}/src/${name}`)])
  },
)

test('a file that nothing of its part imports closes no circle', () => {
  const tree = treeOf({
    'server/src/one/form.ts': `import { two } from '../two/form.ts'`,
    'server/src/two/form.ts': '',
    'server/src/two/start.ts': `import { one } from '../one/form.ts'`,
  })
  expect(circlesOfFolders(tree)).toEqual([])
})
