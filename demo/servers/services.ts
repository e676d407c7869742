/** A tool as far as the demo needs one: it works in steps, tells of each, and answers. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** The one argument that it takes. */
  readonly argument: string;
  readonly steps: number;
  readonly stepMs: number;
  readonly annotations: {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
  };
}

export interface ServiceSpec {
  readonly version: string;
  readonly tools: readonly ToolSpec[];
}

const READS = { readOnlyHint: true } as const;
const WRITES = { destructiveHint: true, idempotentHint: false } as const;

/** The MCP servers of a company that does not exist. */
export const SERVICES = {
  'mail-mcp': {
    version: '2.3.0',
    tools: [
      {
        name: 'send_mail',
        description: 'Sends a mail.',
        argument: 'to',
        steps: 12,
        stepMs: 150,
        annotations: WRITES,
      },
      {
        name: 'search_mail',
        description: 'Finds mails.',
        argument: 'query',
        steps: 14,
        stepMs: 90,
        annotations: READS,
      },
    ],
  },
  'orders-mcp': {
    version: '5.1.2',
    tools: [
      {
        name: 'place_order',
        description: 'Orders goods.',
        argument: 'sku',
        steps: 16,
        stepMs: 150,
        annotations: WRITES,
      },
      {
        name: 'list_orders',
        description: 'Lists orders.',
        argument: 'customer',
        steps: 14,
        stepMs: 80,
        annotations: READS,
      },
    ],
  },
  'search-mcp': {
    version: '1.14.0',
    tools: [
      {
        name: 'deep_search',
        description: 'Searches in many places.',
        argument: 'query',
        steps: 14,
        stepMs: 80,
        annotations: READS,
      },
    ],
  },
  'crm-mcp': {
    version: '3.0.4',
    tools: [
      {
        name: 'customer_report',
        description: 'Reports on a customer.',
        argument: 'customer',
        steps: 8,
        stepMs: 100,
        annotations: READS,
      },
      {
        name: 'update_contact',
        description: 'Changes a contact.',
        argument: 'contact',
        steps: 3,
        stepMs: 80,
        annotations: { idempotentHint: true },
      },
    ],
  },
  'files-mcp': {
    version: '0.9.7',
    tools: [
      {
        name: 'read_folder',
        description: 'Reads a folder.',
        argument: 'path',
        steps: 5,
        stepMs: 80,
        annotations: READS,
      },
    ],
  },
  'billing-mcp': {
    version: '4.2.0',
    tools: [
      {
        name: 'charge_card',
        description: 'Charges a card.',
        argument: 'invoice',
        steps: 12,
        stepMs: 150,
        annotations: WRITES,
      },
      {
        name: 'get_invoice',
        description: 'Reads an invoice.',
        argument: 'invoice',
        steps: 3,
        stepMs: 80,
        annotations: READS,
      },
    ],
  },
  'calendar-mcp': {
    version: '1.2.1',
    tools: [
      {
        name: 'find_slot',
        description: 'Finds a free slot.',
        argument: 'week',
        steps: 14,
        stepMs: 90,
        annotations: READS,
      },
    ],
  },
} as const satisfies Record<string, ServiceSpec>;

export type ServiceName = keyof typeof SERVICES;

/** In the order in which healthy traffic visits them. */
export const SERVICE_NAMES = [
  'mail-mcp',
  'orders-mcp',
  'search-mcp',
  'crm-mcp',
  'files-mcp',
  'billing-mcp',
  'calendar-mcp',
] as const satisfies readonly ServiceName[];
