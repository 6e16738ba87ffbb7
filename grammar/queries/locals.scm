[(source_file) (hook) (flow) (test)] @local.scope

(flow_heading name: (name) @local.definition.function
  (#set! definition.function.scope "parent"))
(flow_heading parameter: (name) @local.definition.parameter)
(let_line name: (name) @local.definition.var)
(secret_line name: (name) @local.definition.var)
(read_step into: (name) @local.definition.var)

(name) @local.reference
