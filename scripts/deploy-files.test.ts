import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { readTree } from './tidy/tree.ts'

const root = join(import.meta.dirname, '..')
const tree = readTree(root)
const read = (path: string) => tree.get(path) ?? ''
const containerfile = read('deploy/container/Containerfile')
const compose = read('deploy/container/compose.yaml')
const unit = read('deploy/systemd/truepenny.service')
const kubernetes = read('deploy/kubernetes/truepenny.yaml')

/** The part of compose.yaml about the bank. */
const composedBank = compose.slice(compose.indexOf('\n  bank:\n'), compose.indexOf('\nvolumes:\n'))
const start = /exec (node .*)$/.exec(manifest.scripts.start)?.[1]
/** The seconds after which the program exits in any case, and those after which it is killed then: how long a stop can take. */
const [, exitSeconds, killSeconds] = /delay: (\d+)_000[\s\S]*endWithin\((\d+)\)/.exec(
  read('server/src/main.ts'),
)!
const stopSeconds = Number(exitSeconds) + Number(killSeconds)
/** Settings of the C library's allocator, which are none of the bank. */
const allocatorSettings = manifest.scripts.start.match(/\bMALLOC_\w+=\S+/g) ?? []

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'truepenny-deploy-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('every setting in the files for deployment is one of docs/settings.md', () => {
  const known = new Set([...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name))
  const named = [
    ...composedBank.matchAll(/^ {6}([A-Z_]+): /gm),
    ...kubernetes.matchAll(/^ {2}([A-Z_]+): /gm),
    ...kubernetes.matchAll(/\{ name: ([A-Z_]+), value: /g),
    ...[.../^ENV (.+)$/m.exec(containerfile)![1]!.matchAll(/([A-Z_]+)=/g)],
    ...unit.matchAll(/^Environment=([A-Z_]+)=/gm),
  ].map(([, name]) => name!)
  expect(named).toEqual(expect.arrayContaining(['PUBLIC_URL', 'HOST', 'DATA_DIR', 'SECRET_KEY_FILE']))
  const unknown = named.filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')))
  expect(unknown.filter((name) => !name.startsWith('MALLOC_'))).toEqual(['NODE_ENV'])
})

test('the container and the unit start the program as npm start does', () => {
  expect(start).toMatch(/^node .*server\/src\/main\.ts$/)
  expect(JSON.parse(/^CMD (\[.+\])$/m.exec(containerfile)![1]!).join(' ')).toBe(start)
  expect(unit).toContain(`\nExecStart=/usr/bin/${start}\n`)
  expect(allocatorSettings).not.toEqual([])
  for (const setting of allocatorSettings) {
    expect(containerfile).toContain(` ${setting}`)
    expect(unit).toContain(`\nEnvironment=${setting}\n`)
  }
})

describe('the container', () => {
  test('runs on the major version of Node that the clone has', () => {
    const images = [...containerfile.matchAll(/^FROM \S+\/node:(\d+)-/gm)].map(([, major]) => major)
    const [major] = manifest.dependencies.node.split('.')
    expect(images).toEqual([major, major])
  })

  test('the container listens on the port that is exposed, asked for its health and forwarded', () => {
    const port = /\bPORT=(\d+)/.exec(containerfile)?.[1]
    expect(containerfile).toContain(`\nEXPOSE ${port}\n`)
    expect(containerfile).toContain(`fetch('http://127.0.0.1:${port}/readyz')`)
    expect(composedBank).toMatch(new RegExp(`ports: \\['127\\.0\\.0\\.1:\\d+:${port}'\\]`))
    expect(read('server/src/http/ops/health.ts')).toContain("app.get('/readyz'")
  })

  test('the container does not run as root, and its root file system is read-only', () => {
    const stages = containerfile.split(/^FROM /m)
    expect(stages.at(-1)).toMatch(/^USER node$/m)
    expect(composedBank).toMatch(/^ {4}read_only: true$/m)
    expect(composedBank).toMatch(/^ {4}cap_drop: \[ALL\]$/m)
  })

  test('the address of the tables’ owner is in the container that migrates and ends, and in no other', () => {
    const services = compose.slice(0, compose.indexOf('\nvolumes:\n')).split(/^ {2}(?=\w+:$)/m)
    const withOwner = services.filter((service) => /\bdatabase-owner-url\b/.test(service))
    expect(withOwner).toEqual([expect.stringMatching(/^migrations:[\s\S]*main\.ts, --migrate\]/)])
    expect(withOwner[0]).not.toMatch(/secret-key|restart:/)
    expect(read('server/src/main.ts')).toContain("'--migrate'")
    expect(composedBank).toContain('migrations: { condition: service_completed_successfully }')
  })

  test('the container is built without the data, the secrets and the packages of the clone', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const path of ['data', 'node_modules', 'deploy/container/secrets', '.git'])
      expect(ignored).toContain(path)
  })

  test('make-secrets.sh makes every secret of compose.yaml, and changes none that exist', () => {
    copyFileSync(join(root, 'deploy/container/make-secrets.sh'), join(folder, 'make-secrets.sh'))
    const run = () => spawnSync('sh', [join(folder, 'make-secrets.sh')]).status
    const all = () =>
      readdirSync(join(folder, 'secrets')).map((name) => [
        name,
        readFileSync(join(folder, 'secrets', name), 'utf8'),
      ])
    expect(run()).toBe(0)
    const first = all()
    expect(run()).toBe(0)
    expect(all()).toEqual(first)
    const named = [...compose.matchAll(/^ {2}([\w-]+): \{ file: \.\/secrets\/\1 }$/gm)].map(
      ([, name]) => name,
    )
    expect(first.map(([name]) => name)).toEqual(named.toSorted())
    const secrets = Object.fromEntries(first)
    expect(secrets['secret-key']).toMatch(/^[0-9a-f]{64}$/)
    expect(secrets['database-url']).toBe(
      `postgresql://bank_program:${secrets['program-password']}@database/bank`,
    )
    expect(secrets['database-owner-url']).toContain(`bank_owner:${secrets['owner-password']}@`)
  })

  test('create-roles.sh makes the two logins of docs/deployment.md', () => {
    const statements = (text: string) =>
      [...text.matchAll(/^(?:create|revoke|grant) .+;$/gm)].map(([line]) =>
        line.replace(/password .+;/, 'password;'),
      )
    const chapter = read('docs/deployment.md').split('### Two logins')[1]!.split('```')[1]!
    expect(statements(read('deploy/container/create-roles.sh'))).toEqual(statements(chapter))
    expect(statements(chapter)).toHaveLength(7)
  })
})

describe('the manifests of Kubernetes', () => {
  const [migrations = '', bank = ''] = kubernetes.split(/^ {6}(?:initContainers|containers):$/m).slice(1)

  test('the pods have the image of this version, and are asked on its port for its health', () => {
    expect(migrations).toContain(`image: &image registry.example/${manifest.name}:${manifest.version}\n`)
    expect(bank).toContain('image: *image\n')
    expect(migrations).toContain('args: [node, server/src/main.ts, --migrate]')
    const port = /\bPORT=(\d+)/.exec(containerfile)?.[1]
    expect(bank).toContain(`{ name: http, containerPort: ${port} }`)
    const probes = [...bank.matchAll(/(\w+)Probe:\n {12}httpGet: \{ path: (\S+), port: http \}/g)]
    expect(probes.map(([, name, path]) => `${name} ${path}`)).toEqual([
      'startup /healthz',
      'readiness /readyz',
      'liveness /healthz',
    ])
    for (const [, , path] of probes)
      expect(read('server/src/http/ops/health.ts')).toContain(`app.get('${path}'`)
  })

  test('a pod has longer to stop than the program takes', () => {
    const preStop = Number(/command: \[sleep, '(\d+)'\]/.exec(bank)?.[1])
    const grace = Number(/terminationGracePeriodSeconds: (\d+)/.exec(bank)?.[1])
    expect(grace).toBeGreaterThan(preStop + stopSeconds)
    expect(bank).toContain(` ${stopSeconds} seconds`)
  })

  test('the containers are not root, write /tmp alone and have a limit of memory', () => {
    expect(kubernetes).toContain('\n        runAsNonRoot: true\n')
    for (const line of [
      'readOnlyRootFilesystem: true',
      'capabilities: { drop: [ALL] }',
      'limits: { memory: 1Gi }',
    ])
      expect(migrations).toContain(line)
    expect(bank).toMatch(/resources: \*resources\n +securityContext: \*restricted\n/)
    expect(bank.match(/emptyDir/g)).toHaveLength(1)
  })

  test('the init container alone has the address of the tables’ owner', () => {
    expect(migrations).toContain('mountPath: /run/secrets/owner')
    expect(migrations).not.toMatch(/secrets\/bank|SECRET_KEY/)
    expect(bank).not.toContain('/run/secrets/owner')
  })

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
  test.runIf(hasKubectl)('kubectl reads the settings of both containers', () => {
    const path = join(root, 'deploy/kubernetes/truepenny.yaml')
    const listed = spawnSync('kubectl', ['set', 'env', '--local', '--list', '--filename', path], {
      encoding: 'utf8',
    })
    expect([listed.stderr, listed.stdout.match(/^(?:# .* container .*|[A-Z].*)$/gm)]).toEqual([
      '',
      [
        '# Deployment truepenny, container bank',
        'DATABASE_URL_FILE=/run/secrets/bank/database-url',
        'SECRET_KEY_FILE=/run/secrets/bank/secret-key',
        '# Deployment truepenny, container migrations',
        'DATABASE_URL_FILE=/run/secrets/owner/database-url',
      ],
    ])
  })
})

test('the members of the cluster archive a segment once, and another one of its name is refused', () => {
  const [segment, archived] = ['segment', 'archived'].map((name) => join(folder, name))
  const archive = (into = archived!) =>
    spawnSync('sh', [join(root, 'deploy/patroni/archive-wal.sh'), segment!, into]).status === 0
  writeFileSync(segment!, 'written by the primary')
  expect([archive(), archive()]).toEqual([true, true])
  writeFileSync(segment!, 'written by a lost primary')
  expect([archive(), archive(join(folder, 'not mounted/archived'))]).toEqual([false, false])
  expect(readFileSync(archived!, 'utf8')).toBe('written by the primary')
  expect(readdirSync(folder).toSorted()).toEqual(['archived', 'segment'])
})

test('the commands of the cluster in the documents use variables that each member has', () => {
  const documents = read('docs/deployment.md') + read('docs/backups.md')
  const used = new Set(documents.match(/(?<=\$)PATRONI_\w+/g))
  expect(used.size).toBeGreaterThan(2)
  const loop = /for login in (.+); do/.exec(documents)![1]!.split(' ')
  const secrets = loop.map((login) => `PATRONI_${login.split('=')[0]}_PASSWORD`)
  for (const member of [1, 2, 3]) {
    const named = read(`deploy/patroni/member-${member}.env`).match(/^PATRONI_\w+(?==)/gm)!
    expect([...used].filter((name) => ![...named, ...secrets].includes(name))).toEqual([])
  }
  expect(documents).not.toMatch(/patronictl -c|sslrootcert=ca\.crt/)
})

describe('the unit of systemd', () => {
  test('the unit gives the program longer to stop than it takes', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(stopSeconds)
    expect(Number(/stop_grace_period: (\d+)s/.exec(composedBank)?.[1])).toBeGreaterThan(stopSeconds)
    for (const file of [unit, composedBank]) expect(file).toMatch(new RegExp(`\\b${stopSeconds}\\b`))
  })

  test('the unit may write the folder of backups that the documents name', () => {
    const folder = /BACKUP_DIR=\/var\/lib\/(\S+)`/.exec(read('docs/deployment.md'))?.[1]
    expect(/^StateDirectory=(.*)$/m.exec(unit)?.[1]?.split(' ')).toEqual(['truepenny', folder])
  })

  const units = [...tree.keys()].filter((path) => /^deploy\/systemd\/.*\.service$/.test(path))
  // Older versions cannot assess a file (`--offline`).
  const systemdVersion = /^systemd (\d+)/.exec(spawnSync('systemd-analyze', ['--version']).stdout?.toString())
  test.runIf(Number(systemdVersion?.[1] ?? 0) >= 250).each(units)(
    'systemd accepts %s, with an exposure of at most 2.0',
    (path) => {
      const file = join(folder, basename(path))
      // The machine of the tests may have no /usr/bin/node.
      writeFileSync(file, read(path).replace('/usr/bin/node', process.execPath))
      const analyze = (...args: string[]) =>
        spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' })
      const verified = analyze('verify')
      // A machine may have warnings about units of its own.
      const complaints = verified.stderr.split('\n').filter((line) => line.includes(basename(path)))
      expect([verified.status, complaints]).toEqual([0, []])
      const secured = analyze('security', '--offline=true', '--threshold=20')
      expect([secured.status, secured.stdout]).toEqual([0, expect.stringContaining('Overall exposure level')])
    },
  )

  test('the units of the checks have the settings and the restrictions of the bank', () => {
    const restrictionsOf = (path: string) =>
      /^CapabilityBoundingSet=[\s\S]*?^DevicePolicy=.*$/m.exec(read(path))![0].replace(/^#.*\n/gm, '')
    const settingsOf = (path: string) =>
      read(path).match(/^(User|StateDirectory|EnvironmentFile|Environment=(DATA|SECRET)).*$/gm)
    const checks = units.filter((path) => !path.endsWith('/truepenny.service'))
    expect(checks).toHaveLength(2)
    for (const path of checks) {
      expect(restrictionsOf(path)).toBe(restrictionsOf('deploy/systemd/truepenny.service'))
      expect(settingsOf(path)).toEqual(settingsOf('deploy/systemd/truepenny.service'))
    }
  })

  test('each timer starts a command of operators at a time that systemd understands', () => {
    const timers = [...tree.keys()].filter((path) => path.endsWith('.timer'))
    expect(timers).toHaveLength(2)
    for (const path of timers) {
      const [, command] = /^ExecStart=\/usr\/bin\/node (\S+\.ts)/m.exec(
        read(path.replace('.timer', '.service')),
      )!
      expect(Object.values(manifest.scripts).some((line) => line.endsWith(`node ${command}`))).toBe(true)
      expect(/^OnCalendar=(\S+ )?\*-\*-\* \d\d:\d\d$/m.test(read(path))).toBe(true)
    }
  })
})
