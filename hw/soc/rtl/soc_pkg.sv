// SPDX-License-Identifier: Apache-2.0
// Types that the parts of the SoC share: a memory request, its answer, and an AXI4 manager's two directions.
package soc_pkg;
  // Request: req holds until granted in the same cycle. Answers come in the order of the requests, one for each, writes
  // included, at least one cycle later.
  typedef struct packed {
    logic        req;
    logic        we;
    logic [3:0]  be;
    logic [31:0] addr;
    logic [31:0] wdata;
  } mem_req_t;

  typedef struct packed {
    logic        valid;
    logic        err;
    logic [31:0] rdata;
  } mem_rsp_t;

  // What an AXI4 manager of a block drives, and what it is answered (32 bits, one burst each way at a time).
  typedef struct packed {
    logic        ar_valid;
    logic [31:0] ar_addr;
    logic [7:0]  ar_len;
    logic        ar_id;
    logic [2:0]  ar_size;
    logic [1:0]  ar_burst;
    logic        ar_lock;
    logic [3:0]  ar_cache;
    logic [2:0]  ar_prot;
    logic [3:0]  ar_qos;
    logic        r_ready;
    logic        aw_valid;
    logic [31:0] aw_addr;
    logic [7:0]  aw_len;
    logic        aw_id;
    logic [2:0]  aw_size;
    logic [1:0]  aw_burst;
    logic        aw_lock;
    logic [3:0]  aw_cache;
    logic [2:0]  aw_prot;
    logic [3:0]  aw_qos;
    logic        w_valid;
    logic [31:0] w_data;
    logic [3:0]  w_strb;
    logic        w_last;
    logic        b_ready;
  } axi_req_t;

  typedef struct packed {
    logic        ar_ready;
    logic        r_valid;
    logic [31:0] r_data;
    logic [1:0]  r_resp;
    logic        r_id;
    logic        r_last;
    logic        aw_ready;
    logic        w_ready;
    logic        b_valid;
    logic        b_id;
    logic [1:0]  b_resp;
  } axi_rsp_t;

  // What an AXI4-Lite subordinate is asked, and what it drives.
  typedef struct packed {
    logic        aw_valid;
    logic        w_valid;
    logic        ar_valid;
    logic [15:0] addr;
    logic [31:0] w_data;
    logic [3:0]  w_strb;
  } axil_req_t;

  // Its readiness apart, which may depend on the request: a simulator looks at a structure as a whole.
  typedef struct packed {
    logic aw;
    logic w;
    logic ar;
  } axil_ready_t;

  typedef struct packed {
    logic        b_valid;
    logic [1:0]  b_resp;
    logic        r_valid;
    logic [31:0] r_data;
    logic [1:0]  r_resp;
  } axil_rsp_t;
endpackage
