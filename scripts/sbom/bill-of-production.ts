/** The parts of a CycloneDX bill of materials that are used here. */
export type Bill = {
  readonly metadata: { readonly component: Component; readonly timestamp?: string }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}
export type Component = {
  readonly 'bom-ref': string
  readonly name: string
  readonly group?: string
  readonly version: string
  readonly scope?: string
  readonly purl: string
  readonly licenses?: readonly { readonly license: { readonly id?: string; readonly name?: string } }[]
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[]
}

// Parts of the workspace that do not run in production.
const developmentOnly = /^@bank\/(e2e|lab)@/

/**
 * Reduces the bill that npm writes for the whole workspace to what runs in production: without development parts, without
 * packages for other systems, under the bank's name instead of the folder's, and without the URLs of the packages.
 * `licenceText` returns the text of a package's licence, for packages whose manifest names none.
 */
export function billOfProduction(
  bill: Bill,
  {
    isInstalled,
    licenceText,
  }: {
    isInstalled: (name: string) => boolean
    licenceText: (name: string) => string | undefined
  },
): Bill {
  const elsewhere = bill.components
    .filter(({ 'bom-ref': ref, scope }) => scope === 'optional' && !isInstalled(packageName(ref)))
    .map((component) => component['bom-ref'])
  const left = new Set(elsewhere)
  const isKept = (ref: string) => !developmentOnly.test(ref) && !left.has(ref)
  const [ref] = bill.metadata.component['bom-ref'].split('@')
  return {
    ...bill,
    metadata: {
      ...bill.metadata,
      component: { ...withoutOrigin(bill.metadata.component), type: 'application', name: ref! } as Component,
    },
    components: bill.components
      .filter((component) => isKept(component['bom-ref']))
      .map((component) => withLicence(withoutOrigin(component), licenceText)),
    dependencies: bill.dependencies
      .filter((dependency) => isKept(dependency.ref))
      .map((dependency) => ({ ...dependency, dependsOn: dependency.dependsOn.filter(isKept) })),
  }
}

/** `pg` of `pg@8.0.0`. */
function packageName(ref: string): string {
  return ref.replace(/@[^@]*$/, '')
}

function withoutOrigin(component: Component): Component {
  const references = component.externalReferences?.filter(({ type }) => type !== 'distribution')
  return references === undefined ? component : { ...component, externalReferences: references }
}

function withLicence(component: Component, licenceText: (name: string) => string | undefined): Component {
  if (component.licenses && component.licenses.length > 0) return component
  const text = licenceText(packageName(component['bom-ref'])) ?? ''
  const isMit = /permission is hereby granted, free of charge/i.test(text)
  return { ...component, licenses: [{ license: isMit ? { id: 'MIT' } : { name: 'unknown' } }] }
}
