import type { Plugin } from 'vite'

/**
 * Parts of packages that no page of the bank runs, and that would be loaded because the build cannot know it: what is replaced, in which
 * file. Every page is 4.7 KiB smaller without them, and 2.4 KiB with plain icons. The build fails when a new version of a package has the part no longer.
 */
const parts: readonly { readonly file: string; readonly from: string; readonly to: string }[] = [
  // Links prefetch, and show a transition of views, only in the framework mode of React Router and with its data router.
  {
    file: 'react-router/dist/production/lib/dom/lib.js',
    from: 'return shouldPrefetch && !isAbsolute ?',
    to: 'return false ?',
  },
  {
    file: 'react-router/dist/production/lib/dom/lib.js',
    from: 'routerNavigation != null && useViewTransitionState(path) && viewTransition === true',
    to: 'false',
  },
  // Forms are sent with `fetch`.
  {
    file: 'react-router/dist/production/lib/dom/lib.js',
    from: 'const Form = React$1.forwardRef(',
    to: 'const Form = /* @__PURE__ */ React$1.forwardRef(',
  },
  { file: 'react-router/dist/production/lib/dom/lib.js', from: 'Form.displayName = "Form";', to: '' },
  // Routes are elements: no data router has loaded their data, and errors reach the boundaries of the bank.
  {
    file: 'react-router/dist/production/lib/components.js',
    from: 'React$1.memo(DataRoutes)',
    to: '/* @__PURE__ */ React$1.memo(DataRoutes)',
  },
  {
    file: 'react-router/dist/production/lib/hooks.js',
    from: 'React$1.useContext(IsDataRouteContext) ? useNavigateStable() : useNavigateUnstable()',
    to: 'useNavigateUnstable()',
  },
  {
    file: 'react-router/dist/production/lib/hooks.js',
    from: 'if (dataRouterOpts) if (',
    to: 'if (false) if (',
  },
  {
    file: 'react-router/dist/production/lib/hooks.js',
    from: 'let dataRouterState = dataRouterOpts?.state;',
    to: 'const dataRouterState = void 0;',
  },
]

/** Leaves the unused parts of packages out of the built screens. */
export function withoutUnusedParts(): Plugin {
  return {
    name: 'without-unused-parts',
    apply: 'build',
    transform(code, id) {
      const within = parts.filter(({ file }) => id.endsWith(`node_modules/${file}`))
      if (within.length === 0) return
      let rest = code
      for (const { file, from, to } of within) {
        const pieces = rest.split(from)
        if (pieces.length !== 2) this.error(`${file} no longer has this once: ${from}`)
        rest = pieces.join(to)
      }
      return { code: rest, map: null }
    },
  }
}

/** An icon as an element with its attributes: the library's own component also reads a context, names classes and converts sizes. */
const plainIcon = `
import { createElement } from 'react'
const createIcon = (shapes) => ({ size = 24, ...rest }) =>
  createElement(
    'svg',
    {
      'aria-hidden': true,
      viewBox: '0 0 24 24',
      width: size,
      height: size,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      ...rest,
    },
    ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
  )
export { createIcon as default }
`

/** Each icon has its shapes and no more. Its names, and the keys of its shapes, are for other uses of the library. */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    apply: 'build',
    transform(code, id) {
      if (id.endsWith('/lucide-react/dist/esm/createLucideIcon.mjs')) return { code: plainIcon, map: null }
      if (!/\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id)) return
      const [, size, shapes] =
        /size: (\d+),\s+node: (\[[\s\S]*?\n? {0,2}\])(?:,\s+aliases: [\s\S]*?)?\n\};/.exec(code) ?? []
      if (size !== '24' || !shapes) {
        if (code.includes('__iconData = '))
          this.error(`The icon ${id} no longer has its shapes the way this step expects`)
        return
      }
      const icon = shapes.replaceAll(/,\s*key: "\w+"/g, '')
      return {
        code: `import createIcon from '../createLucideIcon.mjs'\nconst icon = createIcon(${icon})\nexport { icon as default }`,
        map: null,
      }
    },
  }
}

const unusedToastParts =
  /\[data-(?:rich-colors|invert|cancel|close-button|x-position=(?:left|right)|y-position=bottom)\b/

/** Leaves out the styles of toasts with a cancel or close button, in bright colours, or elsewhere than at the top center: the bank has none. */
export function withoutUnusedToastStyles(): Plugin {
  return {
    name: 'without-unused-toast-styles',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = String(file.source).replace(
          /([^{};]*\bdata-sonner-toast[^{};]*)(\{[^{}]*\})/g,
          (_, list, rule) => {
            const used = list.split(',').filter((selector: string) => !unusedToastParts.test(selector))
            return used.length === 0 ? '' : used.join() + rule
          },
        )
      }
    },
  }
}
