/**
 * Modules that are wanted together, in one file: each costs a request, and packs worse alone. What belongs to none of
 * these is cut by who imports it.
 */
export const scriptGroups = {
  groups: [
    {
      // Our own files here import only one another: one that came from outside would wait for this one, and this for it.
      name: 'first',
      test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack|clsx|react-error-boundary)\/|lucide-react\/dist\/esm\/(?!icons)|web\/src\/(settings|api\/(call|problem|bank-clock)|ui\/(button|loading-text))\.tsx?$|rolldown.runtime/,
    },
    { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
    { name: 'rules', test: /node_modules\/zod\// },
  ],
}
