; `outer` and `inner` are Neovim's words, `around` and `inside` Helix's.

(flow) @function.outer @function.around
(flow heading: (_) . (_)+ @function.inner @function.inside)
(hook) @function.outer @function.around
(hook heading: (_) . (_)+ @function.inner @function.inside)
(test) @test.outer @test.around @class.outer @class.around
(test heading: (_) . (_)+ @test.inner @test.inside @class.inner @class.inside)

(flow_heading parameter: (name) @parameter.inner @parameter.inside @parameter.outer @parameter.around)
(do_step argument: (_) @parameter.inner @parameter.inside @parameter.outer @parameter.around)

(step) @statement.outer @entry.around
(table_row) @entry.around
(cell content: (_) @entry.inside)

(comment) @comment.outer @comment.around @comment.inside
