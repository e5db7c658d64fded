/** Modules that are needed together, in one file: each file costs a request, and compresses worse alone. */
export const scriptGroups = {
  groups: [
    {
      // Our own files here import only each other. A file that imports this one and is imported by it would be a circle.
      name: 'first',
      test: oneOf(
        'node_modules/(react|react-dom|react-router|scheduler|@tanstack|clsx|react-error-boundary)/',
        'lucide-react/dist/esm/(?!icons)',
        'icons/(circle-exclamation-point|circle-check|chevron-down|check|eye|eye-off|x)[.]',
        'web/src/(public-config|api/(announce|bank-build|bank-clock|call|problem|request-outcome|session-storage)|ui/(button|deferred|field|input|loading-text|notice|reader-zone|select|toast))[.]',
        'web/src/sessions/stored-draft[.]',
        'contract/src/pages[.]|endpoint-address:checkSession|rolldown.runtime',
      ),
    },
    {
      name: 'forms',
      test: oneOf(
        'node_modules/react-hook-form/',
        'web/src/api/rules-resolver[.]',
        'web/src/ui/(error-summary|press-ended|secret-input)[.]',
      ),
    },
    { name: 'failure', test: /web\/src\/api\/(advice-after|failure-notice)[.]/ },
    { name: 'rules', test: oneOf('node_modules/zod/', 'contract/src/rules/(person|text|id)[.]') },
    { name: 'amounts', test: oneOf('ledger/src/money[.]', 'contract/src/typed-amount[.]') },
    { name: 'histories', test: /web\/src\/(transactions\/transactions|guards\/guards)[.]/ },
    { name: 'payees', test: /contract\/src\/(transfers\/iban|beneficiaries\/account-key|comparable)[.]/ },
    // The layout of a signed-in user, and most pages in it.
    {
      name: 'layout',
      test: oneOf(
        'web/src/(accounts/(me|accounts|account-number|account-picker)|api/(bank-today|chosen-account|first-try|load-failure|query-of)|live/activity)[.]',
        'icons/(arrow-left|arrow-left-right|piggy-bank|send|wallet)[.]',
        'web/src/ui/(avatar|disclosure|icon-button|confirm-dialog|deferred-dialog|dialog-actions|dialog-props|skeleton|date-text|amount)[.]',
      ),
    },
    {
      name: 'lists',
      test: /web\/src\/ui\/(data-table|pagination|status-pill)[.]/,
    },
  ],
}

function oneOf(...paths: readonly string[]): RegExp {
  return new RegExp(paths.join('|'))
}
