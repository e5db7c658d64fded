/**
 * Modules that are wanted together, in one file: each costs a request, and packs worse alone. What belongs to none of
 * these is cut by who imports it.
 */
export const scriptGroups = {
  groups: [
    {
      // Our own files here import only one another: one that came from outside would wait for this one, and this for it.
      name: 'first',
      test: oneOf(
        'node_modules/(react|react-dom|react-router|scheduler|@tanstack|clsx|react-error-boundary)/',
        'lucide-react/dist/esm/(?!icons)',
        'icons/(circle-exclamation-point|circle-check|chevron-down|check|eye|eye-off|x)[.]',
        'web/src/(public-config|api/(announce|bank-clock|call|problem)|ui/(button|field|input|loading-text|notice|select|toast))[.]',
        'endpoint-addresses|rolldown.runtime',
      ),
    },
    {
      name: 'forms',
      test: oneOf('node_modules/(react-hook-form|@hookform)/', 'web/src/ui/(error-summary|secret-input)[.]'),
    },
    { name: 'rules', test: oneOf('node_modules/zod/', 'contract/src/rules/(person|text|id)[.]') },
    // What the frame of somebody signed in and most pages within it are made of.
    {
      name: 'frame',
      test: oneOf(
        'web/src/(accounts/me|live/activity)[.]',
        'web/src/ui/(avatar|icon-button|dialog|skeleton|date-text|amount)[.]',
      ),
    },
    {
      name: 'lists',
      test: oneOf(
        'web/src/(api/save-file|transactions/transaction-table)[.]',
        'web/src/ui/(data-table|empty-state|pagination|status-pill)[.]',
      ),
    },
  ],
}

function oneOf(...paths: readonly string[]): RegExp {
  return new RegExp(paths.join('|'))
}
