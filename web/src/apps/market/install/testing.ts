// What the tests of installing look at: an update that asks for nothing.
import type { Preview } from '../types';

const none = { all: [], added: [], removed: [] };

export function preview(more: Partial<Preview>): Preview {
  return {
    kind: 'app',
    name: 'gobang',
    label: '五子棋',
    version: '1.1.0',
    installed_version: '1.0.0',
    description: '',
    author: '',
    source: 'samples',
    files: 4,
    bytes: 100,
    digest: 'ab',
    signed: false,
    warnings: [],
    capabilities: none,
    hosts: none,
    backend: true,
    backend_added: false,
    mount_path: '/api/gobang',
    config: [],
    visible_roles: [],
    several_classes: false,
    for_class: null,
    ...more,
  };
}
